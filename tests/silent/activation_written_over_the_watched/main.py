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
