import torch
import torch.nn as nn
import torch.nn.functional as F


class HyperNet(nn.Module):
    def __init__(self, target, dim=4):
        super().__init__()
        self.target = target
        size = sum(p.numel() for p in target.parameters())
        self.make = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, size))

    def install(self, task):
        flat, start = self.make(task), 0
        for p in self.target.parameters():
            with torch.no_grad():  #~ grad-disabled|untracked-write|untracked-change
                p.copy_(flat[start:start + p.numel()].view_as(p))  #~ grad-disabled|untracked-write|untracked-change
            start += p.numel()

    def forward(self, task, x):
        self.install(task)
        return self.target(x)


def main():
    torch.manual_seed(0)
    net = HyperNet(nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1)))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    tasks = torch.randn(4, 4)
    x = torch.randn(20, 3)
    for epoch in range(3):
        for task in tasks:
            loss = F.mse_loss(net(task, x), x @ task[:3].unsqueeze(1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
