# file: quiet.py
import torch
import torch.nn as nn


class Coupling(nn.Module):
    def __init__(self, mask):
        super().__init__()
        self.register_buffer("mask", mask)
        self.net = nn.Sequential(nn.Linear(4, 24), nn.Tanh(), nn.Linear(24, 8))
        nn.init.zeros_(self.net[-1].weight)
        nn.init.zeros_(self.net[-1].bias)

    def forward(self, x):
        s, t = self.net(x * self.mask).chunk(2, 1)
        s = torch.tanh(s) * (1 - self.mask)
        return x * self.mask + (1 - self.mask) * (x * s.exp() + t), s.sum(1)


class ActNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.log_scale, self.shift = nn.Parameter(torch.zeros(d)), nn.Parameter(torch.zeros(d))
        self.register_buffer("ready", torch.tensor(False))

    def forward(self, x):
        if not self.ready:
            with torch.no_grad():
                self.shift.copy_(-x.mean(0))
                self.log_scale.copy_(-x.std(0).log())
                self.ready.fill_(True)
        return (x + self.shift) * self.log_scale.exp(), self.log_scale.sum().expand(len(x))


def main(steps=10):
    torch.manual_seed(0)
    m = torch.tensor([1.0, 0.0, 1.0, 0.0])
    flow = nn.ModuleList([ActNorm(4), Coupling(m), ActNorm(4), Coupling(1 - m)])
    opt = torch.optim.Adam(flow.parameters(), lr=1e-3)
    prior = torch.distributions.Normal(0.0, 1.0)
    for step in range(steps):
        z, logdet = torch.randn(64, 4) * 2 + 1, 0.0
        for layer in flow:
            z, d = layer(z)
            logdet = logdet + d
        loss = -(prior.log_prob(z).sum(1) + logdet).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
