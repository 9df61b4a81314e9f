# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def validate(net, n=5):
    net.eval()
    total, worst = 0.0, torch.zeros(())
    for _ in range(n):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x.mean(1, keepdim=True))
        total += loss.item()
        worst = torch.maximum(worst, loss)
    net.train()
    return total / n, worst.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    curve = []
    for epoch in range(12):
        for _ in range(3):
            x = torch.randn(16, 5)
            loss = F.mse_loss(net(x), x.mean(1, keepdim=True))
            opt.zero_grad()
            loss.backward()
            opt.step()
        curve.append(validate(net))
    print(curve[-1])


main()
