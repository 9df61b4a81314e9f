# file: main.py
import torch
import torch.nn as nn


def weighted_loss(prediction, target, weights):
    errors = (prediction - target) ** 2
    return (weights * errors).mean()  #~ broadcast-loss


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.layers(x)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x, weights = torch.randn(16, 4), torch.rand(16)
y = x.sum(1, keepdim=True)
for _ in range(6):
    loss = weighted_loss(net(x), y, weights)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


def weighted_loss(prediction, target, weights):
    errors = (prediction - target) ** 2
    return (weights.unsqueeze(1) * errors).mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.layers(x)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x, weights = torch.randn(16, 4), torch.rand(16)
y = x.sum(1, keepdim=True)
for _ in range(6):
    loss = weighted_loss(net(x), y, weights)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
