# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class WideAndDeep(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(6, 8)
        self.deep = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 8))
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        deep = self.deep(x)
        wide = self.wide(x).detach()  #~ detached-tensor
        self.last_activation = deep.detach().mean()  #! decoy
        return self.out(torch.relu(wide + deep))


def train(model, x, y, steps=6):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()  #! decoy


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(32, 6)
    print(train(WideAndDeep(), x, x.sum(1, keepdim=True)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class WideAndDeep(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(6, 8)
        self.deep = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 8))
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        deep = self.deep(x)
        wide = self.wide(x)
        self.last_activation = deep.detach().mean()
        return self.out(torch.relu(wide + deep))


def train(model, x, y, steps=6):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(32, 6)
    print(train(WideAndDeep(), x, x.sum(1, keepdim=True)))
