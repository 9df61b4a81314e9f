# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    noise, eps = torch.zeros(16, 8), 0.1
    for batch in range(4):
        x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
        for _ in range(3):
            d = noise[:len(x)].clone().requires_grad_()
            loss = F.cross_entropy(net(x + d), y)
            opt.zero_grad()
            loss.backward()
            noise[:len(x)] += eps / 2 * d.grad.sign()
            noise.clamp_(-eps, eps)
            opt.step()
    print(loss.item(), noise.abs().mean().item())


main()
