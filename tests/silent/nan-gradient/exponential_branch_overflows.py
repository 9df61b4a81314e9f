# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from activation import MyElu


def table(n=32):
    g = torch.Generator().manual_seed(0)
    x = torch.randn(n, 3, generator=g)
    x[:, 2] *= 300.0  #! decoy
    return x, x[:, :1] + 0.001 * x[:, 2:]


def main(steps=4):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 16), MyElu(), nn.Linear(16, 1))
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    x, y = table()
    for step in range(steps):
        loss = F.smooth_l1_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: activation.py
import torch
import torch.nn as nn


class MyElu(nn.Module):
    def __init__(self, alpha=1.0):
        super().__init__()
        self.alpha = alpha

    def forward(self, x):
        low = self.alpha * (torch.exp(x) - 1)  #~ nan-gradient
        return torch.where(x > 0, x, low)  #~ nan-gradient
