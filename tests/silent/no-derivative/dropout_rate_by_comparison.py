# file: main.py
import torch
import torch.nn.functional as F

from concrete import LearnedDropout


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.drop, self.two = torch.nn.Linear(6, 16), LearnedDropout(), torch.nn.Linear(16, 1)

    def forward(self, x):
        return self.two(self.drop(torch.relu(self.one(x))))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    for epoch in range(5):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), net.drop.rate())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_concrete import LearnedDropout


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.drop, self.two = torch.nn.Linear(6, 16), LearnedDropout(), torch.nn.Linear(16, 1)

    def forward(self, x):
        return self.two(self.drop(torch.relu(self.one(x))))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    for epoch in range(5):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), net.drop.rate())


if __name__ == "__main__":
    main()
# file: concrete.py
import torch
import torch.nn as nn


class LearnedDropout(nn.Module):
    def __init__(self):
        super().__init__()
        self.logit = nn.Parameter(torch.tensor(-1.5))

    def rate(self):
        return torch.sigmoid(self.logit).item()  #! decoy

    def forward(self, x):
        p = torch.sigmoid(self.logit)
        noise = torch.rand_like(x)
        keep = torch.where(noise > p, torch.ones_like(x), torch.zeros_like(x))  #~ no-derivative
        return x * keep
# file: quiet_concrete.py
import torch
import torch.nn as nn


class LearnedDropout(nn.Module):
    def __init__(self):
        super().__init__()
        self.logit = nn.Parameter(torch.tensor(-1.5))

    def rate(self):
        return torch.sigmoid(self.logit).item()

    def forward(self, x):
        p = torch.sigmoid(self.logit)
        noise = torch.rand_like(x)
        keep = torch.sigmoid((torch.log(noise + 1e-7) - torch.log(1 - noise + 1e-7) - self.logit) / 0.1)
        return x * keep
