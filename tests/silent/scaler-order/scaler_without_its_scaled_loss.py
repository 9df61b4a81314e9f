# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=6):
    """Scaled parts added up, a scaler that is switched off, and a loss that is scaled by hand."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    scaler, off = torch.amp.GradScaler("cpu"), torch.amp.GradScaler("cpu", enabled=False)
    for step in range(steps):
        x = torch.randn(16, 8)
        out = model(x)
        one, two = F.mse_loss(out[:, 0], x[:, 0]), F.l1_loss(out[:, 1], x[:, 1])
        optimizer.zero_grad()
        if step % 3 == 0:
            sum(scaler.scale([one, two])).backward()
            scaler.step(optimizer)
            scaler.update()
        elif step % 3 == 1:
            off.scale(one).backward()
            off.step(optimizer)
            off.update()
        else:
            ((one + two) * scaler.get_scale()).backward()
            scaler.step(optimizer)
            scaler.update()
        print(step, f"{one.item():.4f}")


if __name__ == "__main__":
    main()
# file: engine.py
import torch


class Engine:
    def __init__(self, model, rate=0.05):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=2.0**14)

    def update(self, loss):
        scaled = self.scaler.scale(loss)
        self.optimizer.zero_grad()
        loss.backward()  #~ scaler-order
        self.scaler.unscale_(self.optimizer)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  #! decoy
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return scaled.item() / self.scaler.get_scale()  #! decoy
