import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


class Deep(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.inp = nn.Linear(3, dim)
        self.first = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.second = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.tail = nn.Sequential(*[nn.Linear(dim, dim) for _ in range(4)])
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        h = self.inp(x)
        h = checkpoint(self.first, h, use_reentrant=True)
        h = checkpoint(self.second, h, use_reentrant=False)
        h = checkpoint_sequential(self.tail, 2, h, use_reentrant=False)
        return self.out(h)


def main():
    torch.manual_seed(0)
    model = Deep()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(7, 3)
        loss = (model(x) - x.prod(dim=1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
