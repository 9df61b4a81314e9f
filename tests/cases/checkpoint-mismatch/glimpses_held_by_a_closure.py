# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

from held import Held


class Gaze(nn.Module):
    def __init__(self, size=4):
        super().__init__()
        self.look = nn.Linear(size, size)
        self.read = nn.Linear(size, 1)

    def glimpse(self, x, held):
        seen = torch.relu(self.look(x))
        before = held.remember("glimpse", seen)  #~ checkpoint-mismatch
        return (seen.unsqueeze(0) * torch.stack(before)).sum(0)

    def forward(self, x, rounds=3):
        held = Held()
        for _ in range(rounds):
            x = x + checkpoint(lambda part: self.glimpse(part, held), x, use_reentrant=False)  #~ checkpoint-mismatch
        return self.read(x)


def main():
    torch.manual_seed(0)
    gaze = Gaze()
    optimizer = torch.optim.RMSprop(gaze.parameters(), lr=1e-3)
    for step in range(2):
        x = torch.randn(9, 4)
        loss = F.mse_loss(gaze(x), x.norm(dim=1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: held.py
from collections import defaultdict


class Held:
    def __init__(self):
        self.values = defaultdict(list)

    def remember(self, name, value):
        self.values[name].append(value)  #! decoy
        return list(self.values[name])
