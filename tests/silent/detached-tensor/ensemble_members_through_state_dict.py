# file: main.py
import torch
import torch.nn.functional as F
from torch.func import functional_call, stack_module_state

from members import Member


class Ensemble:
    def __init__(self, n=3):
        self.members = [Member() for _ in range(n)]
        self.log_weight = torch.nn.Parameter(torch.zeros(n))
        self.params, self.buffers = stack_module_state(self.members)  #~ detached-tensor|stale-optimizer|copied-tensor|not-in-optimizer

    def parameters(self):
        return [self.log_weight, *(p for m in self.members for p in m.parameters())]

    def __call__(self, x):
        one = lambda p, b: functional_call(self.members[0], (p, b), (x,))
        out = torch.vmap(one)(self.params, self.buffers)
        return (self.log_weight.softmax(0)[:, None, None] * out).sum(0)


def main():
    torch.manual_seed(0)
    ensemble = Ensemble()
    optimizer = torch.optim.Adam(ensemble.parameters(), lr=1e-2)  #~ not-in-optimizer|stale-optimizer
    x = torch.randn(30, 4)
    y = x.sum(1, keepdim=True)
    for step in range(5):
        loss = F.mse_loss(ensemble(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: members.py
import torch.nn as nn


class Member(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.net(x)
