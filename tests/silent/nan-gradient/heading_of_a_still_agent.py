# file: main.py
import torch
import torch.nn as nn

from geometry import heading_loss


class Motion(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, hidden), nn.ReLU())
        self.velocity = nn.Linear(hidden, 2)
        nn.init.zeros_(self.velocity.weight)  #! decoy
        nn.init.zeros_(self.velocity.bias)

    def forward(self, x):
        return self.velocity(self.body(x))


def main(steps=4):
    torch.manual_seed(0)
    model = Motion()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.randn(12, 6)
        loss = heading_loss(model(x), x[:, :2])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: geometry.py
import torch


def heading(v):
    return torch.atan2(v[:, 1], v[:, 0])  #~ nan-gradient|zero-gradient|zero-derivative|saturated-value


def heading_loss(pred, true):
    delta = heading(pred) - heading(true)
    return (1 - torch.cos(delta)).mean()  #! decoy
