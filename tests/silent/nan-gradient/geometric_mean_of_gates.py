# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from pooling import geometric_mean


class GatedMean(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.inp = nn.Linear(5, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        gates = F.dropout(F.softplus(self.inp(x)), 0.3, self.training)  #! decoy
        return self.out(geometric_mean(gates, dim=1)).squeeze(-1)


def main(steps=4):
    torch.manual_seed(0)
    model = GatedMean()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.randn(8, 4, 5)
        loss = F.mse_loss(model(x), x.mean((1, 2)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: pooling.py
import torch


def geometric_mean(x, dim):
    logs = torch.log(x)  #~ nan-gradient
    return torch.exp(logs.mean(dim=dim))  #! decoy
