# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from blocks import Body


class Trainer:
    def __init__(self):
        self.model = Body()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.history = []

    def validate(self, x):
        self.model.eval()  #~ checkpoint-mismatch
        with torch.no_grad():  #! decoy
            self.history.append(self.model(x).mean().item())

    def step(self, x, y, log=False):
        self.model.train()  #! decoy
        loss = F.mse_loss(self.model(x), y)
        if log:
            self.validate(x)
        self.optimizer.zero_grad()
        loss.backward()  #! decoy
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for step in range(4):
        x = torch.randn(8, 6)
        print(step, trainer.step(x, x.sum(1, keepdim=True), log=step == 2))


if __name__ == "__main__":
    main()
# file: blocks.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        self.noise = 0.1

    def forward(self, x):
        h = torch.tanh(self.up(x))
        if self.training:
            h = h * (1 + self.noise * torch.randn_like(h))
        return x + self.down(h)


class Body(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.stem, self.head = nn.Linear(6, dim), nn.Linear(dim, 1)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(2))

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False)  #! decoy
        return self.head(x)
