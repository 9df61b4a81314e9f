# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from contrast import Contrast


def main():
    torch.manual_seed(0)
    model = Contrast()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(4):
        x = torch.randn(8, 6)
        loss = model(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: contrast.py
from collections import deque

import torch
import torch.nn as nn
import torch.nn.functional as F


class Contrast(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
        self.past = deque(maxlen=4)

    def forward(self, a, b):
        q, k = F.normalize(self.net(a), dim=1), F.normalize(self.net(b), dim=1)
        positive = (q * k).sum(1, keepdim=True)
        negative = q @ torch.cat([k.roll(1, 0), *self.past]).T
        self.past.append(k)  #~ backward-twice
        logits = torch.cat([positive, negative], 1) / 0.2
        return F.cross_entropy(logits, torch.zeros(len(q), dtype=torch.long))
