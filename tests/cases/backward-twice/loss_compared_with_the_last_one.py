# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from smooth import SmoothLoss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    criterion = SmoothLoss(F.mse_loss)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    history = []
    for step in range(4):
        x = torch.randn(16, 4)
        loss = criterion(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(loss.item())  #! decoy
    print(history)


main()
# file: smooth.py
class SmoothLoss:
    """Adds a penalty on jumps from one batch to the next."""

    def __init__(self, base, weight=0.1):
        self.base, self.weight, self.last = base, weight, None

    def __call__(self, pred, target):
        loss = self.base(pred, target)
        jump = 0.0 if self.last is None else (loss - self.last).abs()
        self.last = loss  #~ backward-twice
        return loss + self.weight * jump
