# file: main.py
import torch
import torch.nn.functional as F

from nets import Critic, Generator, Recogniser


def reset(params):
    for p in params:
        p.grad.data.zero_()  #~ missing-gradient


def main():
    torch.manual_seed(0)
    g, d, q = Generator(), Critic(), Recogniser()
    params = [p for m in (g, d, q) for p in m.parameters()]
    opt_d = torch.optim.Adam(d.parameters(), lr=1e-3)
    opt_g = torch.optim.Adam([*g.parameters(), *q.parameters()], lr=1e-3)
    for it in range(3):
        z, c = torch.randn(16, 4), torch.randint(0, 3, (16,))
        real = torch.randn(16, 5)
        fake = g(z, c)
        loss_d = F.softplus(-d(real)).mean() + F.softplus(d(fake.detach())).mean()  #! decoy
        loss_d.backward()
        opt_d.step()
        reset(params)
        loss_g = F.softplus(-d(fake)).mean() + F.cross_entropy(q(fake), c)
        loss_g.backward()
        opt_g.step()
        reset(params)
        print(it, loss_d.item(), loss_g.item())


main()
# file: nets.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 5))

    def forward(self, z, c):
        return self.net(torch.cat([z, F.one_hot(c, 3).float()], 1))


class Critic(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(5, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))


class Recogniser(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
