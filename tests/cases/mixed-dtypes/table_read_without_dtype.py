import numpy as np
import torch
import torch.nn as nn


def load(rows):
    table = np.linspace(-1, 1, rows * 4).reshape(rows, 4)
    values = torch.tensor(table)  #~ mixed-dtypes
    values = (values - values.mean(0)) / values.std(0)
    return values[:, :3], values[:, 3:].float()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters())
    x, y = load(12)
    for _ in range(3):
        out = net(x)  #! decoy
        loss = (out - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
