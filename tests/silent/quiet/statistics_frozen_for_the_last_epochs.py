# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin, self.bn = nn.Linear(n, n), nn.BatchNorm1d(n)

    def forward(self, x):
        return x + F.relu(self.bn(self.lin(x)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(Block(6), Block(6))
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(self.body(x))


torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=1e-2, momentum=0.9)
net.train()
for epoch in range(10):
    if epoch == 6:
        net.body.eval()  # fixed statistics from here on
    for _ in range(5):
        x = torch.randn(32, 6)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, loss.item())
