# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ranger import Ranger


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.spare = nn.Linear(4, 4)
        self.a, self.b = nn.Linear(4, 16), nn.Linear(16, 2)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = Ranger(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 4)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: ranger.py
import torch


class Ranger(torch.optim.Optimizer):
    def __init__(self, params, lr, beta=0.9):
        super().__init__(params, dict(lr=lr, beta=beta))

    @torch.no_grad()  #! decoy
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    return  #~ step-without-effect|step-never-called|update-undone|never-updated
                state = self.state[p]
                if not state:
                    state["avg"] = torch.zeros_like(p)
                state["avg"].mul_(group["beta"]).add_(p.grad, alpha=1 - group["beta"])
                p.add_(state["avg"], alpha=-group["lr"])
