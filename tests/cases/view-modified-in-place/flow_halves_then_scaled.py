import math

import torch
import torch.nn as nn


class Coupling(nn.Module):
    def __init__(self, dim, hidden=16):
        super().__init__()
        half = dim // 2
        self.net = nn.Sequential(nn.Linear(half, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, dim))  #! decoy
        self.log_scale = nn.Parameter(torch.zeros(dim))
        self.mix = nn.Linear(dim, dim, bias=False)
        nn.init.orthogonal_(self.mix.weight)  #! decoy

    def forward(self, x):
        x = self.mix(x)
        kept, moved = x.chunk(2, dim=1)  #~ view-modified-in-place
        x *= self.log_scale.exp()  #~ view-modified-in-place
        log_s, shift = self.net(kept).chunk(2, dim=1)
        log_s = torch.tanh(log_s)
        out = torch.cat([kept, moved * log_s.exp() + shift], dim=1)
        return out, log_s.sum(1) + self.log_scale.sum()


class Flow(nn.Module):
    def __init__(self, dim=4, depth=3):
        super().__init__()
        self.layers = nn.ModuleList(Coupling(dim) for _ in range(depth))

    def log_prob(self, x):
        total = torch.zeros(len(x))
        for layer in self.layers:
            x, logdet = layer(x)
            total += logdet  #! decoy
        return total - 0.5 * x.pow(2).sum(1) - 0.5 * x.size(1) * math.log(2 * math.pi)


def main():
    torch.manual_seed(0)
    flow = Flow()
    optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)
    for step in range(3):
        loss = -flow.log_prob(torch.randn(32, 4) * 2 + 1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
