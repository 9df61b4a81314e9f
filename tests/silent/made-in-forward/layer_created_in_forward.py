# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Flexible(nn.Module):
    """Projects an input of any width to what the body expects."""

    def __init__(self, width):
        super().__init__()
        self.width = width
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        project = nn.Linear(x.shape[-1], self.width)  #~ made-in-forward
        h = torch.relu(project(x))
        return self.head(torch.relu(self.body(h)))


def main():
    torch.manual_seed(0)
    model = Flexible(8)
    x = torch.randn(40, 11)
    y = x.mean(1, keepdim=True)
    model(x)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Flexible(nn.Module):
    """Projects an input of any width to what the body expects."""

    def __init__(self, width):
        super().__init__()
        self.width = width
        self.project = nn.LazyLinear(width)
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.project(x))
        return self.head(torch.relu(self.body(h)))


def main():
    torch.manual_seed(0)
    model = Flexible(8)
    x = torch.randn(40, 11)
    y = x.mean(1, keepdim=True)
    model(x)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
