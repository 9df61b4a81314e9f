# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(5, 10)
        self.price = nn.Linear(10, 1)
        self.kind = nn.Linear(10, 3)
        self.log_sigma = nn.Parameter(torch.tensor([0.1, -0.2]))

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return self.price(h), self.kind(h)


def uncertainty_weighted(model, losses):
    total = 0.0
    for loss, log_sigma in zip(losses, model.log_sigma):
        s = log_sigma.item()  #~ left-torch
        total = total + loss * torch.exp(torch.tensor(-s)) + s
    return total


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x, price, kind = torch.randn(40, 5), torch.randn(40, 1), torch.randint(3, (40,))
    history = []
    for _ in range(5):
        p, k = model(x)
        loss = uncertainty_weighted(model, [F.mse_loss(p, price), F.cross_entropy(k, kind)])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())  #! decoy
    print(history)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(5, 10)
        self.price = nn.Linear(10, 1)
        self.kind = nn.Linear(10, 3)
        self.log_sigma = nn.Parameter(torch.tensor([0.1, -0.2]))

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return self.price(h), self.kind(h)


def uncertainty_weighted(model, losses):
    total = 0.0
    for loss, log_sigma in zip(losses, model.log_sigma):
        total = total + loss * torch.exp(-log_sigma) + log_sigma
    return total


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x, price, kind = torch.randn(40, 5), torch.randn(40, 1), torch.randint(3, (40,))
    history = []
    for _ in range(5):
        p, k = model(x)
        loss = uncertainty_weighted(model, [F.mse_loss(p, price), F.cross_entropy(k, kind)])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    print(history)


main()
