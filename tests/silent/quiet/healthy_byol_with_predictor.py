# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(i, h, o):
    return nn.Sequential(nn.Linear(i, h), nn.BatchNorm1d(h), nn.ReLU(inplace=True), nn.Linear(h, o))


class BYOL(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = mlp(8, 16, 6)
        self.predict = mlp(6, 12, 6)
        self.target = copy.deepcopy(self.online).requires_grad_(False)

    @torch.no_grad()
    def follow(self, m):
        for t, o in zip(self.target.parameters(), self.online.parameters()):
            t.data = m * t.data + (1 - m) * o.data

    def forward(self, a, b):
        pa, pb = self.predict(self.online(a)), self.predict(self.online(b))
        with torch.no_grad():
            ta, tb = self.target(a), self.target(b)
        return 2 - F.cosine_similarity(pa, tb.detach()).mean() - F.cosine_similarity(pb, ta.detach()).mean()


def main():
    torch.manual_seed(0)
    model = BYOL()
    opt = torch.optim.SGD([*model.online.parameters(), *model.predict.parameters()], lr=0.05, momentum=0.9)
    for step in range(10):
        x = torch.randn(16, 8)
        loss = model(x + 0.2 * torch.randn_like(x), x + 0.2 * torch.randn_like(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        model.follow(0.95 + 0.005 * step)
    print(loss.item())


main()
