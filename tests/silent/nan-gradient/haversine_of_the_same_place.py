# file: main.py
import torch
import torch.nn as nn

from earth import haversine


class Locator(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = nn.Linear(4, 2)
        nn.init.zeros_(self.shift.weight)
        nn.init.zeros_(self.shift.bias)

    def forward(self, guess, x):
        return guess + self.shift(x)


def main(steps=4):
    torch.manual_seed(0)
    model = Locator()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x, guess = torch.randn(8, 4), torch.rand(8, 2)
        true = guess.clone()
        true[2:] += 0.01 * torch.randn(6, 2)  #! decoy
        loss = haversine(model(guess, x), true).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.6f}")


if __name__ == "__main__":
    main()
# file: earth.py
import torch


def haversine(a, b):
    d = (a - b) / 2
    h = torch.sin(d[:, 0]) ** 2 + torch.cos(a[:, 0]) * torch.cos(b[:, 0]) * torch.sin(d[:, 1]) ** 2  #! decoy
    return 2 * torch.asin(torch.sqrt(h))  #~ nan-gradient
