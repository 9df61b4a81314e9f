# file: main.py
import torch
import torch.nn as nn

from pinball import pinball


class Quantiles(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.ReLU())
        self.low, self.high = nn.Linear(16, 1), nn.Linear(16, 1)

    def forward(self, x):
        h = self.body(x)
        return self.low(h), self.high(h)


def main(steps=10):
    torch.manual_seed(0)
    model = Quantiles()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(24, 4)
        y = x.sum(1) + 0.3 * torch.randn(24)
        low, high = model(x)
        loss = pinball(low, y, 0.1) + pinball(high, y, 0.9)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: pinball.py
import torch


def pinball(pred, y, q):
    error = y - pred  #~ broadcast-loss
    return torch.max(q * error, (q - 1) * error).mean()  #! decoy
