import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Positions(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))
        self.table = None

    def forward(self, length):
        if self.table is None or len(self.table) < length:  #~ checkpoint-mismatch
            steps = torch.arange(length)[:, None] * self.scale
            self.table = torch.sin(steps)  #~ checkpoint-mismatch
        return self.table[:length]


class Encoder(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.positions = Positions(dim)
        self.inner = nn.Linear(dim, dim)

    def block(self, x):
        return torch.relu(self.inner(x + self.positions(x.size(1))))

    def forward(self, x):
        self.positions.table = None  #! decoy
        return checkpoint(self.block, x, use_reentrant=False).mean()  #! decoy


def main():
    torch.manual_seed(0)
    encoder = Encoder()
    loss = encoder(torch.randn(2, 5, 6, requires_grad=True))
    loss.backward()  #! decoy
    print(loss.item())


if __name__ == "__main__":
    main()
