# file: main.py
import torch
import torch.nn.functional as F

from adapter import AdaptedMLP


def main(steps=8):
    torch.manual_seed(0)
    model = AdaptedMLP(8, 16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)  #~ unregistered-module
    for step in range(steps):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x.cumsum(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: adapter.py
import torch
import torch.nn as nn

from factors import make_factors


class AdaptedMLP(nn.Module):
    def __init__(self, d, hidden, rank=2):
        super().__init__()
        self.up, self.down = nn.Linear(d, hidden), nn.Linear(hidden, d)
        (self.left, self.right), self.rank = make_factors(["up", "down"], d, hidden, rank), rank  #~ unregistered-module

    def forward(self, x):
        h = torch.relu(self.up(x) + x @ self.left["up"] @ self.right["up"])
        return self.down(h) + h @ self.left["down"] @ self.right["down"]
# file: factors.py
import torch


def make_factors(names, d, hidden, rank):
    sizes = dict(zip(names, [(d, hidden), (hidden, d)]))
    left = {name: torch.randn(n, rank).div(n).requires_grad_() for name, (n, _) in sizes.items()}
    right = {name: torch.zeros(rank, m).requires_grad_() for name, (_, m) in sizes.items()}
    return left, right
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from factors import make_factors


class AdaptedMLP(nn.Module):
    def __init__(self, d, hidden, rank=2):
        super().__init__()
        self.up, self.down = nn.Linear(d, hidden), nn.Linear(hidden, d)
        left, right = make_factors(["up", "down"], d, hidden, rank)
        self.left, self.right = nn.ParameterDict(left), nn.ParameterDict(right)

    def forward(self, x):
        h = torch.relu(self.up(x) + x @ self.left["up"] @ self.right["up"])
        return self.down(h) + h @ self.left["down"] @ self.right["down"]


torch.manual_seed(0)
model = AdaptedMLP(8, 16)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(8):
    x = torch.randn(32, 8)
    loss = F.mse_loss(model(x), x.cumsum(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
