# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Cos(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 8))

    def forward(self, x):
        self.w.data = F.normalize(self.w.data, dim=1)
        return 8 * F.normalize(x, dim=1) @ self.w.T


def max_norm(net, limit=2.0):
    for p in net.parameters():
        if p.dim() > 1:
            n = p.data.norm(dim=1, keepdim=True).clamp(min=limit / 2)
            p.data.mul_(n.clamp(max=limit) / n)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8), Cos())
    opt = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=1e-4)
    for step in range(10):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(net(x), x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        max_norm(net[:3])
    print(loss.item(), net[3].w.norm(dim=1).tolist())


main()
