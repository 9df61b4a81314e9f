# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Router(nn.Module):
    """Chooses an expert for every row, and tells the head which one it was."""

    def __init__(self, experts=3):
        super().__init__()
        self.gate = nn.Linear(6, experts)
        self.code = nn.Embedding(experts, 6)
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        choice = self.gate(x).argmax(dim=1)  #~ no-derivative
        return self.head(x + self.code(choice))


def run(steps):
    torch.manual_seed(4)
    model = Router()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    x = torch.randn(48, 6)
    y = x.abs().sum(1, keepdim=True)
    for _ in range(steps):
        optimizer.zero_grad()
        out = model(x)
        loss = F.smooth_l1_loss(out, y)
        loss.backward()
        optimizer.step()
        print(loss.item(), out.argmax(0).item())  #! decoy


if __name__ == "__main__":
    run(5)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Router(nn.Module):
    """Chooses an expert for every row, and tells the head which one it was."""

    def __init__(self, experts=3):
        super().__init__()
        self.gate = nn.Linear(6, experts)
        self.code = nn.Embedding(experts, 6)
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        choice = torch.softmax(self.gate(x), dim=1)
        return self.head(x + choice @ self.code.weight)


def run(steps):
    torch.manual_seed(4)
    model = Router()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    x = torch.randn(48, 6)
    y = x.abs().sum(1, keepdim=True)
    for _ in range(steps):
        optimizer.zero_grad()
        out = model(x)
        loss = F.smooth_l1_loss(out, y)
        loss.backward()
        optimizer.step()
        print(loss.item(), out.argmax(0).item())


if __name__ == "__main__":
    run(5)
