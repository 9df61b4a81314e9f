# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scorer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Parameter(torch.empty(width))
        self.key = nn.Linear(width, width)

    def setup(self):
        nn.init.normal_(self.query, std=0.1)

    def forward(self, x):
        self.setup()  #~ update-undone
        return torch.tanh(self.key(x)) @ self.query


def main():
    torch.manual_seed(0)
    model = Scorer(8)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(10):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x[:, 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scorer(nn.Module):
    """Draws its values at the first call; later, units that sleep are drawn anew, and noise is added to the rest."""

    def __init__(self, width):
        super().__init__()
        self.query = nn.Parameter(torch.empty(width))
        self.key = nn.Linear(width, width)
        self.drawn = False

    def forward(self, x):
        if not self.drawn:
            nn.init.normal_(self.query, std=0.1)
            self.drawn = True
        return torch.tanh(self.key(x)) @ self.query


def main():
    torch.manual_seed(0)
    model = Scorer(8)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(10):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x[:, 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            model.key.weight.add_(1e-4 * torch.randn_like(model.key.weight))
            if step == 5:
                nn.init.xavier_uniform_(model.key.weight)
    print(loss.item())


main()
