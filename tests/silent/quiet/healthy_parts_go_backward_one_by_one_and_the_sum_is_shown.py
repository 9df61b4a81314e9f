# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(6):
        x = torch.randn(16, 6)
        out = net(x)
        fit = F.cross_entropy(out, x[:, :3].argmax(1))
        size = 0.01 * out.pow(2).mean()
        total = fit + size
        optimizer.zero_grad()
        fit.backward(retain_graph=True)
        size.backward()
        optimizer.step()
    print(total.item())


main()
