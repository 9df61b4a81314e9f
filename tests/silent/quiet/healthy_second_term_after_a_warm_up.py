# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(60):
        x = torch.randn(16, 4)
        out = net(x)
        fit = F.mse_loss(out, x[:, :1])
        total = fit + 1e-3 * sum(p.pow(2).sum() for p in net.parameters())
        optimizer.zero_grad()
        if step < 50:
            fit.backward()
        else:
            total.backward()
        optimizer.step()
    print(total.item())


main()
