import torch
import torch.nn as nn

from engine import Engine


def build():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))


def main(steps=12):
    engine = Engine(build())
    g = torch.Generator().manual_seed(0)
    for step in range(steps):
        x = torch.randn(32, 10, generator=g)
        loss = engine.train(x, (x.sum(1) > 0).long())
        if step % 4 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
