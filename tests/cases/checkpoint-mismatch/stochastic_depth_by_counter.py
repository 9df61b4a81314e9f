import torch
import torch.nn as nn
import torch.utils.checkpoint as ckpt


class Stage(nn.Module):
    """Every third call leaves its inner part out, so that the outer learns to do without."""

    def __init__(self, dim):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(dim, dim), nn.GELU())
        self.outer = nn.Linear(dim, dim)
        self.calls = 0

    def forward(self, x):
        self.calls += 1  #~ checkpoint-mismatch
        if self.calls % 3:  #~ checkpoint-mismatch
            x = x + self.inner(x)
        return torch.relu(self.outer(x))


class Net(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.first, self.second, self.head = Stage(dim), Stage(dim), nn.Linear(dim, 2)
        self.seen = 0

    def forward(self, x):
        self.seen += len(x)  #! decoy
        for stage in (self.first, self.second):
            x = ckpt.checkpoint(stage, x, use_reentrant=False)  #! decoy
        return self.head(x)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(4):
        loss = net(torch.randn(5, 6, requires_grad=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
