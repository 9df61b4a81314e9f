# file: main.py
import torch
import torch.nn as nn

from correlation import pearson


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(20, 5)
        rating = x[:, 0] - x[:, 1]
        loss = 1 - pearson(net(x), rating)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: correlation.py
import torch


def pearson(a, b):
    a = a - a.mean()  #! decoy
    b = b - b.mean()
    top = (a * b).sum()  #~ broadcast-loss
    return top / torch.sqrt((a**2).sum() * (b**2).sum() + 1e-8)
