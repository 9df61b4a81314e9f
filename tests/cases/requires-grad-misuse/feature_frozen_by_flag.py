import torch
import torch.nn as nn
import torch.nn.functional as F


class Distiller(nn.Module):
    """The deep exit teaches the early one: its features are a fixed target."""

    def __init__(self, inputs=6, dim=12, classes=3):
        super().__init__()
        self.low, self.high = nn.Linear(inputs, dim), nn.Linear(dim, dim)
        self.exit_low, self.exit_high = nn.Linear(dim, classes), nn.Linear(dim, classes)

    def forward(self, x):
        early = F.relu(self.low(x))
        deep = F.relu(self.high(early))
        return early, deep

    def loss(self, x, y):
        early, deep = self(x)
        task = F.cross_entropy(self.exit_high(deep), y) + F.cross_entropy(self.exit_low(early), y)
        deep.requires_grad = False  #~ requires-grad-misuse
        return task + F.mse_loss(early, deep)


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False  #! decoy


def main():
    torch.manual_seed(0)
    model = Distiller()
    warm = Distiller()
    freeze(warm)
    model.load_state_dict(warm.state_dict())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        loss = model.loss(torch.randn(8, 6), torch.randint(0, 3, (8,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
