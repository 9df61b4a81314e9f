# file: main.py
import numpy as np
import torch
from torch import nn


def measured(n):
    made = np.random.default_rng(1)
    table = made.normal(size=(n, 5)).astype("float32")
    wanted = table.sum(axis=1, keepdims=True)
    table[np.abs(table) > 2] = np.nan  #~ nan-gradient
    wanted = np.tanh(wanted)
    return torch.as_tensor(table), torch.as_tensor(wanted)  #! decoy


def main(steps=5):
    torch.manual_seed(0)
    x, y = measured(80)
    kept = ~x.isnan().any(dim=1)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        guess = net(x)  #~ nan-gradient
        loss = nn.functional.mse_loss(guess[kept], y[kept])  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
from torch import nn

from main import measured


def main(steps=5):
    torch.manual_seed(0)
    x, y = measured(80)
    kept = ~x.isnan().any(dim=1)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        loss = nn.functional.mse_loss(net(x.nan_to_num(0.0))[kept], y[kept])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
