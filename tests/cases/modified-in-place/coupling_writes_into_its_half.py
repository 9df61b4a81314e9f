# file: main.py
import torch
import torch.nn as nn

from coupling import Coupling


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Coupling(flip=i % 2 == 1) for i in range(3)])

    def forward(self, x):
        z, total = x.clone(), torch.zeros(len(x))
        for layer in self.layers:
            z, log_det = layer(z)
            total = total + log_det
        return z, total


def main():
    torch.manual_seed(0)
    flow = Flow()
    opt = torch.optim.Adam(flow.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(16, 4) * 2 + 1
        x[:, 0] += 0.1 * torch.randn(16)  #! decoy
        z, log_det = flow(x)
        loss = (0.5 * z.pow(2).sum(-1) - log_det).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: coupling.py
import torch
import torch.nn as nn


class Coupling(nn.Module):
    def __init__(self, dim=4, flip=False):
        super().__init__()
        self.half, self.flip = dim // 2, flip
        self.net = nn.Sequential(nn.Linear(self.half, 16), nn.Tanh(), nn.Linear(16, 2 * self.half))

    def forward(self, x):
        keep, move = (slice(self.half, None), slice(0, self.half)) if self.flip else (slice(0, self.half), slice(self.half, None))
        log_s, t = self.net(x[:, keep]).chunk(2, -1)
        log_s = torch.tanh(log_s)
        x[:, move] = x[:, move] * log_s.exp() + t  #~ modified-in-place
        return x, log_s.sum(-1)
