# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class World(nn.Module):
    def __init__(self, dim=3, hidden=8):
        super().__init__()
        self.cell, self.out = nn.RNNCell(dim, hidden), nn.Linear(hidden, dim)

    def forward(self, x, h):
        h = self.cell(x, h)
        return self.out(h), h


def train(world, steps=8):
    optimizer = torch.optim.Adam(world.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(16, 3)
        guess, _ = world(x, torch.zeros(16, 8))
        loss = F.mse_loss(guess, x.roll(1, 1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def dream(world, length=150):
    x, h, seen = torch.zeros(1, 3), torch.zeros(1, 8), []
    for _ in range(length):
        x, h = world(x, h)  #~ growing-graph
        seen.append(x.abs().max().item())  #! decoy
    return max(seen)


if __name__ == "__main__":
    torch.manual_seed(0)
    world = World()
    train(world)
    print(f"{dream(world):.4f}")
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(rounds=4, length=40):
    """A long sequence that the loss goes back through, and a rollout without history."""
    torch.manual_seed(0)
    cell, out = nn.RNNCell(3, 8), nn.Linear(8, 3)
    optimizer = torch.optim.Adam([*cell.parameters(), *out.parameters()], lr=1e-2)
    for _ in range(rounds):
        h, loss = torch.zeros(4, 8), 0.0
        for x in torch.randn(length, 4, 3):
            h = cell(x, h)
            loss = loss + F.mse_loss(out(h), x.roll(1, 1)) / length
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    x, h = torch.zeros(1, 3), torch.zeros(1, 8)
    for _ in range(150):
        with torch.no_grad():
            h = cell(x, h)
            x = out(h)
    print(f"{loss.item():.4f} {x.abs().max().item():.4f}")


if __name__ == "__main__":
    main()
