# file: main.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

from logbook import Logbook


class Filter(nn.Module):
    """Mixes a reading with all that were noted before it."""

    def __init__(self, size):
        super().__init__()
        self.gain = nn.Linear(size, size)
        self.logbook = Logbook(limit=50)

    def forward(self, reading):
        new = torch.tanh(self.gain(reading))
        self.logbook.note(new)  #~ checkpoint-mismatch
        return (torch.stack(self.logbook.entries) * new).mean(0)


def main():
    torch.manual_seed(0)
    filters = nn.ModuleList(Filter(5) for _ in range(2))
    optimizer = torch.optim.Adam(filters.parameters(), lr=1e-2)
    for day in range(2):
        values = torch.randn(4, 5)
        for each in filters:
            values = checkpoint(each, values, use_reentrant=False)
        loss = (values - 1).square().mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(day, loss.item())


if __name__ == "__main__":
    main()
# file: logbook.py
class Logbook:
    def __init__(self, limit):
        self.entries = []
        self.limit = limit

    def note(self, value):
        if len(self.entries) < self.limit:
            self.entries.append(value)  #! decoy
