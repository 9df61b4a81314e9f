# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from momentum import embed, follow


def main():
    torch.manual_seed(0)
    fast = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
    slow = copy.deepcopy(fast)
    scale = nn.Parameter(torch.tensor(5.0))
    opt = torch.optim.SGD([*fast.parameters(), scale], lr=0.1)
    for step in range(6):
        x = torch.randn(16, 6)
        keys = embed(slow, x + 0.1 * torch.randn_like(x))  #! decoy
        queries = embed(fast, x + 0.1 * torch.randn_like(x))  #~ grad-disabled
        loss = F.cross_entropy(scale * queries @ keys.T, torch.arange(16))
        opt.zero_grad()
        loss.backward()
        opt.step()
        follow(slow, fast)
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from momentum import embed, follow


def main():
    torch.manual_seed(0)
    fast = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
    slow = copy.deepcopy(fast)
    scale = nn.Parameter(torch.tensor(5.0))
    opt = torch.optim.SGD([*fast.parameters(), scale], lr=0.1)
    for step in range(6):
        x = torch.randn(16, 6)
        keys = embed(slow, x + 0.1 * torch.randn_like(x))
        queries = F.normalize(fast(x + 0.1 * torch.randn_like(x)), dim=-1)
        loss = F.cross_entropy(scale * queries @ keys.T, torch.arange(16))
        opt.zero_grad()
        loss.backward()
        opt.step()
        follow(slow, fast)
        print(step, loss.item())


main()
# file: momentum.py
import torch
import torch.nn.functional as F


@torch.no_grad()  #! decoy
def embed(encoder, images):
    features = encoder(images)
    return F.normalize(features, dim=-1)


@torch.no_grad()
def follow(slow, fast, rate=0.9):
    for p, q in zip(slow.parameters(), fast.parameters()):
        p.mul_(rate).add_(q, alpha=1 - rate)
