# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def initial_weights(width):
    return torch.randn(width, width) / width**0.5


class TwoLayers(nn.Module):
    def __init__(self, width):
        super().__init__()
        start = initial_weights(width)
        self.up = nn.Parameter(start)
        self.down = nn.Parameter(start)  #~ shared-memory
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.tanh(x @ self.up) @ self.down)


def main():
    torch.manual_seed(0)
    model = TwoLayers(6)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    x = torch.randn(30, 6)
    for _ in range(6):
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), (model.up - model.down).abs().max().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def initial_weights(width):
    return torch.randn(width, width) / width**0.5


class TwoLayers(nn.Module):
    def __init__(self, width):
        super().__init__()
        start = initial_weights(width)
        self.up = nn.Parameter(start.clone())
        self.down = nn.Parameter(start.clone())
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.tanh(x @ self.up) @ self.down)


def main():
    torch.manual_seed(0)
    model = TwoLayers(6)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    x = torch.randn(30, 6)
    for _ in range(6):
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), (model.up - model.down).abs().max().item())


main()
