# file: quiet.py
import torch
import torch.nn as nn


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 24), nn.SiLU(), nn.Linear(24, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


def langevin(energy, x, steps=6, size=0.1):
    for p in energy.parameters():
        p.requires_grad_(False)
    x = x.clone().detach().requires_grad_(True)
    for _ in range(steps):
        energy(x).sum().backward()
        x.data.add_(-size * x.grad.data + 0.05 * torch.randn_like(x))
        x.grad.detach_()
        x.grad.zero_()
        x.data.clamp_(-3, 3)
    for p in energy.parameters():
        p.requires_grad_(True)
    return x.detach()


def main():
    torch.manual_seed(0)
    e = Energy()
    opt = torch.optim.Adam(e.parameters(), lr=1e-3)
    chain = torch.randn(32, 2)
    for step in range(8):
        real = torch.randn(32, 2) * 0.3 + 1
        restart = torch.rand(32) < 0.05
        chain[restart] = torch.randn(int(restart.sum()), 2)
        chain = langevin(e, chain)
        pos, neg = e(real), e(chain)
        loss = pos.mean() - neg.mean() + 0.1 * (pos ** 2 + neg ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
