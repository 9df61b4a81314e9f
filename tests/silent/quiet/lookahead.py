# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Lookahead:
    """Every k steps the fast weights go back to the slow ones."""

    def __init__(self, opt, k=3, alpha=0.5):
        self.opt, self.k, self.alpha, self.count = opt, k, alpha, 0
        self.fast = [p for g in opt.param_groups for p in g["params"]]
        self.slow = [p.detach().clone() for p in self.fast]

    def zero_grad(self):
        self.opt.zero_grad()

    def step(self):
        self.opt.step()
        self.count += 1
        if self.count % self.k == 0:
            with torch.no_grad():
                for f, s in zip(self.fast, self.slow):
                    s.add_(f - s, alpha=self.alpha)
                    f.copy_(s)


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = Lookahead(torch.optim.SGD(net.parameters(), lr=0.1))
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
