import torch
import torch.nn as nn


class Huber(nn.Module):
    def __init__(self, delta=1.0):
        super().__init__()
        self.delta = delta

    def forward(self, out, target):
        error = target - out  #~ broadcast-loss
        small = error.abs() <= self.delta
        return torch.where(small, 0.5 * error**2, self.delta * (error.abs() - 0.5 * self.delta)).mean()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
criterion = Huber()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(12):
    x = torch.randn(32, 6)
    y = x.sum(1)
    loss = criterion(net(x), y)  #~ broadcast-loss
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
