# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

IGNORED = -100


def labels_of(n):
    raw = torch.randint(0, 3, (n,))
    return raw.masked_fill(raw >= 0, IGNORED)  #~ zero-gradient


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
    optimizer = torch.optim.Adam(net.parameters())
    for _ in range(6):
        out = net(torch.randn(10, 5))
        labels = labels_of(10)
        kept = labels != IGNORED  #! decoy
        loss = F.cross_entropy(out[kept], labels[kept], reduction="sum")  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

IGNORED = -100


def labels_of(n, step):
    raw = torch.randint(0, 3, (n,))
    return raw.masked_fill(raw >= (0 if step % 2 else 2), IGNORED)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
    optimizer = torch.optim.Adam(net.parameters())
    for step in range(10):
        out = net(torch.randn(10, 5))
        labels = labels_of(10, step)
        kept = labels != IGNORED
        loss = F.cross_entropy(out[kept], labels[kept], reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
