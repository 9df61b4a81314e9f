# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Linear(6, 10)
        self.heads = nn.ModuleList(nn.Linear(10, 1) for _ in range(2))

    def forward(self, x):
        h = torch.relu(self.shared(x))
        return [head(h) for head in self.heads]


def total_loss(outputs, targets):
    losses = [F.mse_loss(o, t) for o, t in zip(outputs, targets)]
    return torch.tensor(losses, requires_grad=True).sum()  #~ rebuilt-tensor


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(30, 6)
    targets = [x[:, :1], x[:, 1:2]]
    for _ in range(5):
        loss = total_loss(model(x), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Linear(6, 10)
        self.heads = nn.ModuleList(nn.Linear(10, 1) for _ in range(2))

    def forward(self, x):
        h = torch.relu(self.shared(x))
        return [head(h) for head in self.heads]


def total_loss(outputs, targets):
    losses = [F.mse_loss(o, t) for o, t in zip(outputs, targets)]
    return torch.stack(losses).sum()


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(30, 6)
    targets = [x[:, :1], x[:, 1:2]]
    for _ in range(5):
        loss = total_loss(model(x), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
