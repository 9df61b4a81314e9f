# file: main.py
import torch
import torch.nn.functional as F

from experts import Router


def main():
    torch.manual_seed(0)
    net = Router(5, experts=4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(30, 5)
    y = x[:, :1].abs()
    for _ in range(6):
        loss = F.mse_loss(net(x), y) + 1e-2 * net.apart()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
# file: experts.py
import torch
import torch.nn as nn


class Router(nn.Module):
    """The keys of the experts are pushed apart."""

    def __init__(self, d, experts, dim=6):
        super().__init__()
        self.query = nn.Linear(d, dim)
        self.register_buffer("keys", torch.randn(experts, dim))  #~ leaf-without-grad|not-in-optimizer|unregistered-module
        self.experts = nn.ModuleList(nn.Linear(d, 1) for _ in range(experts))

    def apart(self):
        distances = torch.pdist(self.keys)
        return torch.exp(-distances).mean()

    def forward(self, x):
        weights = torch.softmax(self.query(x) @ self.keys.t(), dim=-1)
        return sum(weights[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))
