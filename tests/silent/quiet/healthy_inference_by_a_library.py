# file: quiet.py
import os
import sysconfig
import types

import torch
from torch import nn

# As if it were installed: the program did not write this.
LIBRARY = '''
def item(x):
    return x.item() if hasattr(x, "item") else x


class SVI:
    def __init__(self, model, guide, optimizer):
        self.model, self.guide, self.optimizer = model, guide, optimizer

    def step(self, data):
        loss = 0.0
        elbo, surrogate = 0.0, 0.0
        for term in self.model(data):
            elbo = elbo + item(term)
            surrogate = surrogate + term
        for term in self.guide(data):
            elbo = elbo - item(term)
            surrogate = surrogate - term
        loss += -elbo
        (-surrogate).backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        return item(loss)
'''
svi_module = types.ModuleType("inference")
exec(compile(LIBRARY, os.path.join(sysconfig.get_paths()["purelib"], "inference.py"), "exec"), svi_module.__dict__)

torch.manual_seed(0)
loc, scale = nn.Parameter(torch.zeros(())), nn.Parameter(torch.zeros(()))
data = torch.randn(20) + 3


def model(d):
    q = torch.distributions.Normal(loc, nn.functional.softplus(scale))
    model.z = q.rsample()
    yield torch.distributions.Normal(0.0, 10.0).log_prob(model.z)
    yield torch.distributions.Normal(model.z, 1.0).log_prob(d).sum()


def guide(d):
    yield torch.distributions.Normal(loc, nn.functional.softplus(scale)).log_prob(model.z)


svi = svi_module.SVI(model, guide, torch.optim.Adam([loc, scale], lr=0.05))
for step in range(30):
    loss = svi.step(data)
print(loss)
