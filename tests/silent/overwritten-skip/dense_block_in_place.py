# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from dense import DenseBlock


class Upscaler(nn.Module):
    def __init__(self, c=6):
        super().__init__()
        self.first = nn.Conv2d(1, c, 3, padding=1)
        self.block = DenseBlock(c, 4)
        self.last = nn.Conv2d(self.block.out, 1, 3, padding=1)

    def forward(self, x):
        return self.last(self.block(self.first(x)))


def main(steps=5):
    torch.manual_seed(0)
    model = Upscaler()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.rand(4, 1, 8, 8)
        loss = F.l1_loss(model(x), x.flip(3))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: dense.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class DenseBlock(nn.Module):
    def __init__(self, channels, growth):
        super().__init__()
        self.a = nn.Conv2d(channels, growth, 3, padding=1)
        self.b = nn.Conv2d(channels + growth, growth, 3, padding=1)
        self.out = channels + 2 * growth

    def forward(self, x):
        one = self.a(F.leaky_relu_(x, 0.2))  #~ overwritten-skip
        y = torch.cat([x, one], dim=1)
        two = self.b(F.leaky_relu(y, 0.2))  #! decoy
        return torch.cat([y, two], dim=1)
