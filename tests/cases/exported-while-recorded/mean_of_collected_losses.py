# file: main.py
import numpy as np
import torch
import torch.nn as nn

from journal import Journal


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(inplace=True), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    journal = Journal()
    for epoch in range(2):
        for _ in range(3):
            x = torch.randn(10, 4)
            loss = nn.functional.mse_loss(model(x).squeeze(-1), x.sum(1))
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
            journal.note("norm", np.linalg.norm([p.detach().norm() for p in model.parameters()]))  #! decoy
            journal.note("loss", loss)  #~ exported-while-recorded
        print(epoch, journal.summary())  #! decoy


if __name__ == "__main__":
    main()
# file: journal.py
from collections import defaultdict

import numpy as np


class Journal:
    def __init__(self):
        self.values = defaultdict(list)

    def note(self, key, value):
        self.values[key].append(value)  #~ exported-while-recorded

    def summary(self):
        out = {key: float(np.mean(values)) for key, values in self.values.items()}  #~ exported-while-recorded
        self.values.clear()
        return out
