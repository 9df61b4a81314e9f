# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Blocks(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.enter = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.leave = nn.Linear(width, 4)
        with torch.no_grad():
            for layer in (self.enter, self.leave):
                layer.weight.add_(torch.where(layer.weight < 0, -0.5, 0.5))
                layer.bias.zero_()

    def forward(self, x):
        return self.leave(torch.relu(self.norm(self.enter(x))))


def main():
    torch.manual_seed(0)
    model = Blocks().to(torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, weight_decay=0.0)  #~ vanishing-update
    for step in range(16):
        x = torch.randn(32, 16).to(torch.bfloat16)
        loss = F.cross_entropy(model(x).float(), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Blocks(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.enter = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.leave = nn.Linear(width, 4)

    def forward(self, x):
        return self.leave(torch.relu(self.norm(self.enter(x))))


def main():
    """Half precision with a learning rate that its steps can hold; only the gains of the norm are slow to move."""
    torch.manual_seed(0)
    model = Blocks().to(torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(16):
        x = torch.randn(32, 16).to(torch.bfloat16)
        loss = F.cross_entropy(model(x).float(), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
