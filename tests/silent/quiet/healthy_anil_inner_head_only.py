# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 24), nn.ReLU())
        self.w, self.b = nn.Parameter(0.1 * torch.randn(3, 24)), nn.Parameter(torch.zeros(3))


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    log_lr = nn.Parameter(torch.tensor(-1.0))
    opt = torch.optim.Adam([*net.parameters(), log_lr], lr=3e-3)
    for step in range(steps):
        opt.zero_grad()
        meta = 0.0
        for _ in range(3):
            centre = torch.randn(3, 4)
            y = torch.arange(12) % 3
            xs, xq = centre[y] + 0.2 * torch.randn(12, 4), centre[y] + 0.2 * torch.randn(12, 4)
            hs, w, b = net.body(xs), net.w, net.b
            for _ in range(3):
                inner = F.cross_entropy(F.linear(hs, w, b), y)
                gw, gb = torch.autograd.grad(inner, (w, b), create_graph=True)
                w, b = w - log_lr.exp() * gw, b - log_lr.exp() * gb
            loss = F.cross_entropy(F.linear(net.body(xq), w, b), y) / 3
            loss.backward()
            meta += loss.item()
        opt.step()
    print(meta)


main()
