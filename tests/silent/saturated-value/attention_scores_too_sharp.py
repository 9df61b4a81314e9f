# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Retriever(nn.Module):
    def __init__(self, d=6, slots=5):
        super().__init__()
        self.query = nn.Linear(d, 8)
        self.keys = nn.Parameter(torch.randn(slots, 8) * 3)
        self.values = nn.Parameter(torch.randn(slots, 8))
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        score = self.query(x) @ self.keys.t()
        weight = F.softmax(score / 1e-4, dim=-1)  #~ saturated-value|zero-gradient|zero-derivative
        self.usage = weight.detach().mean(0)  #! decoy
        return self.out(weight @ self.values)


def main():
    torch.manual_seed(0)
    net = Retriever()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = x[:, :1]
    for _ in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.usage.max().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Retriever(nn.Module):
    def __init__(self, d=6, slots=5):
        super().__init__()
        self.query = nn.Linear(d, 8)
        self.keys = nn.Parameter(torch.randn(slots, 8) * 3)
        self.values = nn.Parameter(torch.randn(slots, 8))
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        score = self.query(x) @ self.keys.t()
        weight = F.softmax(score / 8 ** 0.5, dim=-1)
        self.usage = weight.detach().mean(0)
        return self.out(weight @ self.values)


def main():
    torch.manual_seed(0)
    net = Retriever()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = x[:, :1]
    for _ in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.usage.max().item())


main()
