# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Switch(nn.Module):
    """A layer of experts; its second result asks for experts that are used alike."""

    def __init__(self, width, experts=4):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts = nn.ModuleList(nn.Linear(width, width) for _ in range(experts))

    def forward(self, x):
        weights = self.gate(x).softmax(-1)
        mixed = sum(w.unsqueeze(-1) * e(x) for w, e in zip(weights.unbind(-1), self.experts))
        return x + mixed, (weights.mean(0) ** 2).sum() * len(self.experts)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Switch(10) for _ in range(3))
        self.out = nn.Linear(10, 4)

    def forward(self, x):
        extra = {}
        for layer in self.layers:
            x, balance = layer(x)
            extra["balance"] = balance  #~ loss-left-out
        return self.out(x), extra


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(12):
        x = torch.randn(24, 10)
        scores, extra = net(x)
        task = F.cross_entropy(scores, x[:, :4].argmax(1))
        loss = task + 0.01 * extra["balance"]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Switch(nn.Module):
    def __init__(self, width, experts=4):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts = nn.ModuleList(nn.Linear(width, width) for _ in range(experts))

    def forward(self, x):
        weights = self.gate(x).softmax(-1)
        mixed = sum(w.unsqueeze(-1) * e(x) for w, e in zip(weights.unbind(-1), self.experts))
        return x + mixed, (weights.mean(0) ** 2).sum() * len(self.experts)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Switch(10) for _ in range(3))
        self.out = nn.Linear(10, 4)

    def forward(self, x):
        found = []
        for layer in self.layers:
            x, balance = layer(x)
            found.append(balance)
        # Only the layer below the output is to be balanced.
        return self.out(x), {"balance": found[-1]}


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(12):
        x = torch.randn(24, 10)
        scores, extra = net(x)
        task = F.cross_entropy(scores, x[:, :4].argmax(1))
        loss = task + 0.01 * extra["balance"]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
