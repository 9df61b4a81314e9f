# file: main.py
import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = nn.Linear(4, 8), nn.Linear(8, 2)

    def encode(self, x):
        return self.encoder(x).relu()

    def forward(self, x):
        return self.head(self.encode(x))


def main():
    file = tempfile.mkdtemp() + "/store"
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=0, world_size=1)
    torch.manual_seed(0)
    model = DistributedDataParallel(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(5):
        x = torch.randn(16, 4)
        y = (x[:, 0] > 0).long()
        loss = F.cross_entropy(model.module(x), y)  #~ replicas-differ
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = nn.Linear(4, 8), nn.Linear(8, 2)

    def encode(self, x):
        return self.encoder(x).relu()

    def forward(self, x):
        return self.head(self.encode(x))


def main():
    file = tempfile.mkdtemp() + "/store"
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=0, world_size=1)
    torch.manual_seed(0)
    model = DistributedDataParallel(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(5):
        x = torch.randn(16, 4)
        y = (x[:, 0] > 0).long()
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
