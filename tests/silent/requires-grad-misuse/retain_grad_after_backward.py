# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 7)
        self.head = nn.Linear(7, 2)

    def forward(self, x):
        self.features = torch.relu(self.body(x))
        return self.head(self.features)


def importance(net):
    grad = net.features.grad
    return torch.zeros(7) if grad is None else grad.abs().mean(0)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = torch.randn(20, 5), torch.randint(2, (20,))
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        net.features.retain_grad()  #~ requires-grad-misuse|gradient-not-retained
        optimizer.step()
        print(importance(net).sum().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 7)
        self.head = nn.Linear(7, 2)

    def forward(self, x):
        self.features = torch.relu(self.body(x))
        return self.head(self.features)


def importance(net):
    grad = net.features.grad
    return torch.zeros(7) if grad is None else grad.abs().mean(0)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = torch.randn(20, 5), torch.randint(2, (20,))
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        net.features.retain_grad()
        loss.backward()
        optimizer.step()
        print(importance(net).sum().item())


main()
