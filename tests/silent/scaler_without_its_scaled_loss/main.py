import torch
import torch.nn as nn
import torch.nn.functional as F

from engine import Engine


def main(steps=8):
    torch.manual_seed(0)
    engine = Engine(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)))
    for step in range(steps):
        x = torch.randn(16, 8)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = engine.model(x)
        print(step, f"{engine.update(F.mse_loss(out.float(), x[:, :1])):.4f}")


if __name__ == "__main__":
    main()
