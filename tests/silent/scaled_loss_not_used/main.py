import torch
import torch.nn as nn

from mixed import Mixed


def main(steps=10):
    torch.manual_seed(0)
    mixed = Mixed(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2)))
    for step in range(steps):
        x = torch.randn(16, 8)
        loss = mixed.step(x, (x[:, 0] > 0).long())
        if step % 3 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
