# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from blocks import Block


def main(steps=6):
    torch.manual_seed(0)
    blocks = nn.ModuleList(Block(6) for _ in range(3))
    opt = torch.optim.SGD(blocks.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        h = x
        for block in blocks:
            h = block(h)
        loss = F.mse_loss(h, x.roll(1, 1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, [f"{block.before.grad.norm().item():.4f}" for block in blocks])  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=6):
    """Asked for after the write; a write into what nobody watches; a watched gradient that nobody reads."""
    torch.manual_seed(0)
    first, second = nn.Linear(6, 8), nn.Linear(8, 6)
    opt = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        hidden = first(x)
        hidden.mul_(2.0)
        hidden.retain_grad()
        out = second(torch.relu_(hidden + 1))
        out.retain_grad()
        out.add_(1.0)
        loss = F.mse_loss(out, x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{hidden.grad.norm().item():.4f}")


if __name__ == "__main__":
    main()
# file: blocks.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear, self.norm = nn.Linear(dim, dim), nn.LayerNorm(dim)

    def forward(self, x):
        self.before = self.norm(self.linear(x))
        self.before.retain_grad()
        return x + F.silu(self.before, inplace=True)  #~ gradient-not-retained
