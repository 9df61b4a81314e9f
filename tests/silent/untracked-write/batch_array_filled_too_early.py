# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from reader import Reader


def main(steps=10):
    torch.manual_seed(0)
    reader = Reader(16, 5)
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batch, labels = reader.next()
    for step in range(steps):
        x = torch.as_tensor(batch)  #~ untracked-write|shared-memory
        loss = F.cross_entropy(net(x), torch.tensor(labels))
        batch, labels = reader.next()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader:
    def __init__(self, size, d):
        self.rng = np.random.default_rng(0)
        self.buffer = np.empty((size, d), dtype=np.float32)

    def next(self):
        self.rng.standard_normal(out=self.buffer, dtype=np.float32)
        return self.buffer, (self.buffer.sum(1) > 0).astype(np.int64)


torch.manual_seed(0)
reader = Reader(16, 5)
net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(10):
    batch, labels = reader.next()
    x, ahead = torch.from_numpy(batch), torch.from_numpy(batch.copy())
    loss = F.cross_entropy(net(x), torch.tensor(labels))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    reader.next()
    loss = F.cross_entropy(net(ahead), torch.tensor(labels))
    reader.next()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# file: reader.py
import numpy as np


class Reader:
    """Reads into one buffer, to save memory."""

    def __init__(self, size, d):
        self.rng = np.random.default_rng(0)
        self.buffer = np.empty((size, d), dtype=np.float32)

    def next(self):
        self.rng.standard_normal(out=self.buffer, dtype=np.float32)  #~ untracked-write|shared-memory
        return self.buffer, (self.buffer.sum(1) > 0).astype(np.int64)
