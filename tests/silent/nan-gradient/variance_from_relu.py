# file: main.py
import torch
import torch.nn as nn

from likelihood import gaussian_nll


class Probabilistic(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.Tanh())
        self.mean, self.var = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, x):
        h = self.body(x)
        return self.mean(h), self.var(h).relu()  #~ nan-gradient


def main(steps=4):
    torch.manual_seed(0)
    model = Probabilistic()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.randn(16, 4)
        mean, var = model(x)
        loss = gaussian_nll(mean, var, x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: likelihood.py
import torch


def gaussian_nll(mean, var, y):
    fit = (y - mean) ** 2 / var  #~ nan-gradient
    return 0.5 * (torch.log(var) + fit).mean()  #~ nan-gradient
