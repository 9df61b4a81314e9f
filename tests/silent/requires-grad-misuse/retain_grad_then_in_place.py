# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(5, 6), nn.Linear(6, 1)

    def forward(self, x):
        h = self.body(x)
        h.retain_grad()  #~ requires-grad-misuse|gradient-not-retained
        h.mul_(3.0)  #~ requires-grad-misuse|gradient-not-retained
        self.hidden = h
        return self.head(h)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    x = torch.randn(16, 5)
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), x[:, :1])
        loss.backward()
        optimizer.step()
        print(loss.item(), net.hidden.grad.norm().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(5, 6), nn.Linear(6, 1)

    def forward(self, x):
        h = self.body(x)
        h = h.mul(3.0)
        h.retain_grad()
        self.hidden = h
        return self.head(h)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    x = torch.randn(16, 5)
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), x[:, :1])
        loss.backward()
        optimizer.step()
        print(loss.item(), net.hidden.grad.norm().item())


main()
