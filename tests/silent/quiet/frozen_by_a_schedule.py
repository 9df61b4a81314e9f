# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))
        self.norm = nn.BatchNorm1d(6)
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
        return self.out(self.norm(x))

    def train(self, mode=True):
        super().train(mode)
        for p in self.norm.parameters():
            p.requires_grad = False
        return self


def switched(module, value):
    for p in module.parameters():
        p.requires_grad = value


def step(net, optimizer, x, y):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    x = torch.randn(24, 6)
    y = (x[:, 0] > 0).long()
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(12):
        net.train()
        for number, block in enumerate(net.blocks):
            block.requires_grad_(epoch < 4 + 3 * number)
        print("earlier blocks rest earlier", step(net, optimizer, x, y))

    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    for block in net.blocks:
        for _ in range(3):
            print("greedily, one after the other", step(net, optimizer, x, y))
        block.requires_grad_(False)

    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    for _ in range(4):
        switched(net.out, True)
        switched(net.blocks, False)
        print("by turns", step(net, optimizer, x, y))
        switched(net.out, False)
        switched(net.blocks, True)
        print("by turns", step(net, optimizer, x, y))


if __name__ == "__main__":
    main()
