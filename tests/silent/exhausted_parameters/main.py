import torch
import torch.nn as nn

from train import Trainer


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    trainer = Trainer(net)
    for step in range(steps):
        x = torch.randn(16, 4) * 5
        loss = trainer.step(x, x.pow(2).sum(1, keepdim=True))
        if step % 3 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
