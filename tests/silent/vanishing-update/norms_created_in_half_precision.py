# file: main.py
import torch
import torch.nn.functional as F

from wave import Denoiser


def main():
    torch.manual_seed(0)
    net = Denoiser(dtype=torch.bfloat16)  #~ vanishing-update
    optimizer = torch.optim.NAdam(net.parameters(), lr=1e-3)
    for step in range(50):
        clean = torch.sin(torch.linspace(0, 9, 24) + 6 * torch.rand(16, 1)).bfloat16()
        loss = F.mse_loss(net(clean + 0.2 * torch.randn_like(clean)).float(), clean.float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.3f}")


if __name__ == "__main__":
    main()
# file: wave.py
import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self, width=32, dtype=None):
        super().__init__()
        self.enter = nn.Linear(24, width, dtype=dtype)
        self.first, self.second = (nn.RMSNorm(width, eps=1e-3, dtype=dtype) for _ in range(2))  #~ vanishing-update
        self.mix = nn.Linear(width, width, dtype=dtype)
        self.leave = nn.Linear(width, 24, dtype=dtype)

    def forward(self, x):
        h = torch.tanh(self.enter(x))
        h = h + torch.tanh(self.mix(self.first(h)))
        return self.leave(self.second(h))
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


class Norm(nn.Module):
    """Its gain is the distance from 1, which small steps do change."""

    def __init__(self, width, dtype):
        super().__init__()
        self.off = nn.Parameter(torch.zeros(width, dtype=dtype))

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:]) * (1 + self.off)


class Denoiser(nn.Module):
    def __init__(self, width=32, dtype=None):
        super().__init__()
        self.enter, self.norm = nn.Linear(24, width, dtype=dtype), Norm(width, dtype)
        self.leave = nn.Linear(width, 24, dtype=dtype)

    def forward(self, x):
        return self.leave(self.norm(torch.tanh(self.enter(x))))


def main():
    torch.manual_seed(0)
    net = Denoiser(dtype=torch.bfloat16)
    optimizer = torch.optim.NAdam(net.parameters(), lr=1e-3)
    for step in range(50):
        clean = torch.sin(torch.linspace(0, 9, 24) + 6 * torch.rand(16, 1)).bfloat16()
        loss = F.mse_loss(net(clean + 0.2 * torch.randn_like(clean)).float(), clean.float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.3f}")


main()
