# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 24), nn.LeakyReLU(0.2), nn.Linear(24, o))


class Ada:
    def __init__(self):
        self.p, self.sign = torch.zeros([]), torch.zeros([])

    def update(self, logits):
        self.sign.lerp_(logits.detach().sign().mean(), 0.1)
        self.p.copy_((self.p + 0.05 * (self.sign - 0.6).sign()).clamp(0, 0.8))

    def __call__(self, x):
        flip = (torch.rand(len(x), 1) < self.p).float()
        return x * (1 - 2 * flip)


def main():
    torch.manual_seed(0)
    g, d, ada = mlp(4, 3), mlp(3, 1), Ada()
    ema = copy.deepcopy(g).eval().requires_grad_(False)
    og, od = torch.optim.Adam(g.parameters(), 2e-3), torch.optim.Adam(d.parameters(), 2e-3)
    path_mean = torch.zeros([])
    for it in range(12):
        real = torch.randn(16, 3) + 1
        d.requires_grad_(True), g.requires_grad_(False)
        rl = d(ada(real))
        ld = F.softplus(d(ada(g(torch.randn(16, 4))))).mean() + F.softplus(-rl).mean()
        od.zero_grad()
        ld.backward()
        od.step()
        ada.update(rl)
        if it % 4 == 0:
            x = real.detach().requires_grad_()
            gr = torch.autograd.grad(d(x).sum(), x, create_graph=True)[0]
            od.zero_grad()
            (5 * 4 * gr.square().sum(1).mean()).backward()
            od.step()
        d.requires_grad_(False), g.requires_grad_(True)
        z = torch.randn(16, 4, requires_grad=True)
        fake = g(z)
        lg = F.softplus(-d(ada(fake))).mean()
        if it % 4 == 1:
            jac = torch.autograd.grad((fake * torch.randn_like(fake)).sum(), z, create_graph=True)[0].norm(dim=1)
            path_mean = path_mean.lerp(jac.mean(), 0.1)
            lg = lg + (jac - path_mean).square().mean()
            path_mean = path_mean.detach()
        og.zero_grad()
        lg.backward()
        og.step()
        with torch.no_grad():
            for a, b in zip(ema.parameters(), g.parameters()):
                a.copy_(b.lerp(a, 0.9))
    print(ld.item(), lg.item(), ada.p.item())


main()
