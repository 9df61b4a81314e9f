# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from options import Options


def build():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 3))


def batches(n):
    g = torch.Generator().manual_seed(0)
    for _ in range(n):
        x = torch.randn(16, 5, generator=g)
        yield x, x[:, :3].argmax(1)


def main(steps=24):
    opts = Options()
    model = build()
    optimizer = torch.optim.Adam(model.parameters(), lr=opts.lr)
    done = 0
    for x, y in batches(steps):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        done += 1
        if done % opts.accumulations:  #~ step-never-called
            optimizer.step()  #~ step-never-called
            optimizer.zero_grad()
        if done % 8 == 0:  #! decoy
            print(done, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: options.py
from dataclasses import dataclass


@dataclass
class Options:
    lr: float = 1e-2
    accumulations: int = 1
