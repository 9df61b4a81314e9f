# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), wd=0.01):
        super().__init__(params, dict(lr=lr, betas=betas, wd=wd))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is None:
                    continue
                m = self.state[p].setdefault("m", torch.zeros_like(p))
                p.mul_(1 - g["lr"] * g["wd"])
                p.add_((g["betas"][0] * m + (1 - g["betas"][0]) * p.grad).sign(), alpha=-g["lr"])
                m.lerp_(p.grad, 1 - g["betas"][1])
        return loss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    spare = nn.Linear(3, 3)
    opt = Lion([*net.parameters(), *spare.parameters()])
    for step in range(10):
        x = torch.randn(32, 5)

        def closure():
            opt.zero_grad()
            loss = F.mse_loss(net(x), x.mean(1, keepdim=True))
            loss.backward()
            return loss

        loss = opt.step(closure)
    print(loss.item())


main()
