# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from lion import Lion


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = Lion(net.parameters(), lr=1e-3)
    for step in range(8):
        x = torch.randn(32, 5)
        loss = F.cross_entropy(net(x), (x.sum(1) > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: lion.py
import torch


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr, betas=(0.9, 0.99)):
        super().__init__(params, dict(lr=lr, betas=betas))

    @torch.no_grad()  #! decoy
    def step(self):
        for group in self.param_groups:
            b1, b2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["m"] = torch.zeros_like(p)
                update = (b1 * state["m"] + (1 - b1) * p.grad).sign()
                p = p - group["lr"] * update  #~ step-without-effect|update-undone|step-never-called|rebound-update
                state["m"].mul_(b2).add_(p, alpha=1 - b2)
