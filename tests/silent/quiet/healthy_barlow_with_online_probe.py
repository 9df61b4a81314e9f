# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=10):
    torch.manual_seed(0)
    enc = nn.Sequential(nn.Linear(8, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 12))
    projector = nn.Sequential(nn.Linear(12, 16, bias=False), nn.BatchNorm1d(16, affine=False))
    probe = nn.Linear(12, 3)
    opt = torch.optim.AdamW([*enc.parameters(), *projector.parameters()], lr=1e-3)
    probe_opt = torch.optim.SGD(probe.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(48, 8)
        y = x[:, :3].argmax(1)
        h1, h2 = enc(x + 0.1 * torch.randn_like(x)), enc(x + 0.1 * torch.randn_like(x))
        c = projector(h1).t() @ projector(h2) / len(x)
        on = (torch.diagonal(c) - 1).pow(2).sum()
        off = (c - torch.diag(torch.diagonal(c))).pow(2).sum()
        loss = on + 5e-3 * off
        opt.zero_grad()
        loss.backward()
        opt.step()
        probe_loss = F.cross_entropy(probe(h1.detach()), y)
        probe_opt.zero_grad()
        probe_loss.backward()
        probe_opt.step()
    print(loss.item(), probe_loss.item())


main()
