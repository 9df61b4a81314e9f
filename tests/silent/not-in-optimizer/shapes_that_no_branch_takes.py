# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from net import Sounds
from rates import groups_of


torch.manual_seed(0)
net = Sounds()
optimizer = torch.optim.AdamW(groups_of(net, 1e-2))
for _ in range(10):
    wave = torch.randn(12, 1, 16)
    loss = F.cross_entropy(net(wave), (wave[:, 0, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: net.py
import torch
import torch.nn as nn


class Band(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.filter = nn.Conv1d(inputs, outputs, 3, padding=1)
        self.gain = nn.Parameter(torch.ones(()))

    def forward(self, x):
        return torch.relu(self.filter(x)) * self.gain


class Sounds(nn.Module):
    def __init__(self):
        super().__init__()
        self.low, self.high = Band(1, 6), Band(6, 6)
        self.tilt = nn.Parameter(torch.zeros(()))
        self.out = nn.Linear(6, 2)

    def forward(self, wave):
        return self.out(self.high(self.low(wave)).mean(-1) + self.tilt)
# file: rates.py
def is_frozen(p):
    return not p.requires_grad


def groups_of(net, rate):
    vectors, matrices, kernels = [], [], []
    for name, p in net.named_parameters():
        if is_frozen(p):
            continue
        if p.ndim == 1:
            vectors.append(p)
        elif p.ndim == 2:
            matrices.append(p)
        elif p.ndim == 3:  #~ not-in-optimizer
            kernels.append(p)
    return [
        {"params": vectors, "lr": rate, "weight_decay": 0.0},
        {"params": matrices, "lr": rate},
        {"params": kernels, "lr": 2 * rate},
    ]
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from net import Sounds


# Every parameter gets into a group: what no branch takes is added behind them.
def groups_of(net, rate):
    vectors, kernels, others = [], [], []
    for name, p in net.named_parameters():
        if p.ndim == 1:
            vectors.append(p)
            continue
        if p.ndim == 3:
            kernels.append(p)
            continue
        others.append(p)
    named = list(net.named_parameters())
    assert len(vectors) == len([p for n, p in named if p.ndim == 1])
    return [{"params": group, "lr": rate} for group in (vectors, kernels, others)]


torch.manual_seed(0)
net = Sounds()
optimizer = torch.optim.AdamW(groups_of(net, 1e-2))
for _ in range(10):
    wave = torch.randn(12, 1, 16)
    loss = F.cross_entropy(net(wave), (wave[:, 0, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
