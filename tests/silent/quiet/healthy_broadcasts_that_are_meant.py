# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mmd(x, y):
    xx, yy, xy = (((a[:, None] - b[None]) ** 2).sum(-1) for a, b in ((x, x), (y, y), (x, y)))
    return sum(torch.exp(-d / 4).mean() * s for d, s in ((xx, 1), (yy, 1), (xy, -2)))


def pairwise_hinge(score, rel):
    diff = score[:, None] - score[None, :]
    want = (rel[:, None] > rel[None, :]).float()
    return (F.relu(1 - diff) * want).sum() / want.sum().clamp(min=1)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
    centers = nn.Parameter(torch.randn(5, 3))
    opt = torch.optim.Adam([*net.parameters(), centers], lr=1e-2)
    for step in range(8):
        x, y = torch.randn(16, 4), torch.randn(16, 4) + 0.3
        a, b = net(x), net(y)
        q = 1 / (1 + (a[:, None] - centers).pow(2).sum(-1))
        q = q / q.sum(1, keepdim=True)
        p = (q ** 2 / q.sum(0)).detach()
        p = p / p.sum(1, keepdim=True)
        adv = torch.randn(6, 16) - torch.randn(16)
        loss = mmd(a, b) + (p * (p / q).log()).sum(1).mean() + pairwise_hinge(a[:, 0], x[:, 0])
        loss = loss - 0.01 * (adv * a[:, 1]).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
