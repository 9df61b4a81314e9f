# file: main.py
import torch
import torch.nn.functional as F

from cells import Peephole


def main(steps=4):
    torch.manual_seed(0)
    cell = Peephole(5, 8)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.05)
    stream = torch.randn(steps, 6, 3, 5)
    for chunk in stream:
        out = torch.stack([cell(x) for x in chunk])
        loss = F.mse_loss(out.mean(-1), chunk.sum(-1))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        cell.truncate()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: base.py
import torch.nn as nn


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = ["h"]
        self.h = None

    def truncate(self):
        for key in self.kept:
            setattr(self, key, getattr(self, key).detach())  #! decoy
# file: cells.py
import torch
import torch.nn as nn

from base import Stateful


class Peephole(Stateful):
    def __init__(self, d, hidden):
        super().__init__()
        self.gate, self.mix = nn.Linear(d + hidden, hidden), nn.Linear(d + hidden, hidden)
        self.c = torch.zeros(1, hidden)  #~ backward-twice

    def forward(self, x):
        h = x.new_zeros(len(x), self.gate.out_features) if self.h is None else self.h
        seen = torch.cat([x, h], 1)
        gate = torch.sigmoid(self.gate(seen))
        self.c = gate * self.c + (1 - gate) * torch.tanh(self.mix(seen))
        self.h = torch.tanh(self.c)
        return self.h
