# file: main.py
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
# file: engine.py
import torch
import torch.nn.functional as F


class Engine:
    def __init__(self, model, lr=0.01):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=256.0)

    def train(self, x, y):
        self.opt.zero_grad(set_to_none=True)  #! decoy
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.cross_entropy(self.model(x).float(), y)
        self.scaler.scale(loss).backward()  #! decoy
        self.opt.step()  #~ scaler-order
        return loss.item()
