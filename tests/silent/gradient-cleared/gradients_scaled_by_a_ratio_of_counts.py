# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def average(params, own, workers):
    share = own // (own * workers)
    for p in params:
        if p.grad is not None:
            p.grad.data.mul_(share)  #~ gradient-cleared


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Embedding(12, 6), nn.Flatten(), nn.Linear(18, 4))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(20):
        ids = torch.randint(0, 12, (8, 3))
        loss = F.cross_entropy(net(ids), ids[:, 0] % 4)
        opt.zero_grad()  #! decoy
        loss.backward()
        average(net.parameters(), own=len(ids), workers=2)
        opt.step()
        if step % 5 == 0:
            print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""Gradients that are divided, clipped by hand and by the library, and thrown away where they are wild."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Embedding(12, 6), nn.Flatten(), nn.Linear(18, 4))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(20):
        ids = torch.randint(0, 12, (8, 3))
        loss = F.cross_entropy(net(ids), ids[:, 0] % 4)
        opt.zero_grad()
        loss.backward()
        for p in net.parameters():
            p.grad.data.div_(2).clamp_(-0.5, 0.5)
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        if norm > 0.9:
            torch.nn.utils.clip_grad_value_(net.parameters(), 0.0)
        opt.step()
        print(step, loss.item(), norm.item())


main()
