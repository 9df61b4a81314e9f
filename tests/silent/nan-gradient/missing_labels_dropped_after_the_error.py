# file: main.py
import torch
import torch.nn as nn

from losses import masked_error


class MultiTask(nn.Module):
    def __init__(self, tasks=3, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, hidden), nn.ELU())
        self.out = nn.Linear(hidden, tasks)

    def forward(self, x):
        return self.out(self.body(x))


def assays(gen, n=24):
    x = torch.randn(n, 8, generator=gen)
    y = x[:, :3] ** 2
    y[torch.rand(n, 3, generator=gen) < 0.3] = float("nan")  #! decoy
    return x, y


def main(steps=4):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = MultiTask()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x, y = assays(gen)
        loss = masked_error(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: losses.py
import torch


def masked_error(pred, y):
    known = ~torch.isnan(y)
    error = (pred - y) ** 2  #~ nan-gradient
    return error[known].mean()  #~ nan-gradient
