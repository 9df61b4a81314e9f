# file: quiet.py
import contextlib
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class EMA:
    def __init__(self, net, decay=0.8):
        self.net, self.decay = net, decay
        self.shadow = [p.detach().clone() for p in net.parameters()]

    def update(self):
        with torch.no_grad():
            for s, p in zip(self.shadow, self.net.parameters()):
                s.lerp_(p, 1 - self.decay)

    @contextlib.contextmanager
    def average(self):
        saved = [p.data for p in self.net.parameters()]
        for p, s in zip(self.net.parameters(), self.shadow):
            p.data = s
        try:
            yield self.net
        finally:
            for p, value in zip(self.net.parameters(), saved):
                p.data = value


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    ema, opt = EMA(net), torch.optim.AdamW(net.parameters(), lr=1e-2)
    x = torch.randn(32, 5)
    y = x.sum(1, keepdim=True)
    best, kept = float("inf"), None
    for epoch in range(4):
        for _ in range(3):
            loss = F.mse_loss(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            ema.update()
        with ema.average() as averaged, torch.no_grad():
            score = F.mse_loss(averaged(x), y).item()
        if score < best:
            best, kept = score, copy.deepcopy(net.state_dict())
    net.load_state_dict(kept)
    print(best)


main()
