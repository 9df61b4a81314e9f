import torch
from torch import nn
from torch.func import functional_call, grad_and_value


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.penalty = None

    def forward(self, x):
        h = torch.tanh(self.fc(x))
        self.penalty = h.pow(2).mean()  #~ function-transforms
        return h.sum(1)


def mean_score(params, x):
    return functional_call(scorer, params, (x,)).mean()


torch.manual_seed(0)
scorer = Scorer()
opt = torch.optim.SGD(scorer.parameters(), lr=0.1)
params = {name: p.detach() for name, p in scorer.named_parameters()}
grads, value = grad_and_value(mean_score)(params, torch.randn(5, 3))
loss = value + 0.1 * scorer.penalty  #! decoy
opt.zero_grad()
loss.backward()
opt.step()
