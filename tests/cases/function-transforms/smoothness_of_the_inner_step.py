import torch
from torch import nn
from torch.func import functional_call, grad

torch.manual_seed(0)
field = nn.Linear(2, 1)
opt = torch.optim.Adam(field.parameters())
seen = {}


def energy(params, at):
    value = functional_call(field, params, (at,))
    seen["smoothness"] = value.pow(2).mean()  #~ function-transforms
    return value.sum()


step = grad(energy)(dict(field.named_parameters()), torch.randn(6, 2))
loss = seen["smoothness"]
opt.zero_grad()
loss.backward()
opt.step()
