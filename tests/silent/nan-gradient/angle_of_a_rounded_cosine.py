# file: main.py
import torch
import torch.nn as nn

from angle import angle_between


class Direction(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return x * self.scale


def main(steps=4):
    torch.manual_seed(0)
    net = Direction()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.randn(64, 3)
        loss = angle_between(net(x), x).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: angle.py
import torch
import torch.nn.functional as F


def angle_between(a, b):
    a, b = F.normalize(a, dim=-1), F.normalize(b, dim=-1)  #! decoy
    cos = (a * b).sum(-1)  #~ nan-gradient
    return torch.acos(cos)  #~ nan-gradient
