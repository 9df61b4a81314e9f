# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quant import FakeQuant


class QuantNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 12), nn.Linear(12, 3)
        self.qa, self.qb = FakeQuant(), FakeQuant()

    def forward(self, x):
        h = self.qa(F.relu(self.a(x)))
        return self.qb(self.b(h))


def calibrate(model, batches):
    with torch.inference_mode():  #~ inference-tensor
        for x in batches:
            model(x)  #! decoy


def finetune(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step, x in enumerate(batches):
        loss = F.cross_entropy(model(x), torch.randint(0, 3, (len(x),)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


def main():
    torch.manual_seed(0)
    model = QuantNet()
    batches = [torch.randn(8, 6) for _ in range(3)]
    calibrate(model, batches[:2])
    finetune(model, batches)


if __name__ == "__main__":
    main()
# file: quant.py
import torch
import torch.nn as nn


class FakeQuant(nn.Module):
    """Learned step size; its first value comes from the calibration data."""

    def __init__(self, levels=15):
        super().__init__()
        self.levels = levels
        self.scale = None

    def calibrate(self, x):
        peak = x.abs().max() / self.levels
        self.scale = nn.Parameter(peak)  #~ inference-tensor

    def forward(self, x):
        if self.scale is None:
            self.calibrate(x)
        y = x / self.scale
        y = y + (y.round() - y).detach()  #! decoy
        return y.clamp(-self.levels, self.levels) * self.scale
