# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from segment.losses import soft_dice
from segment.metrics import iou


class UNetish(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.enc = nn.Conv2d(1, 6, 3, padding=1)
        self.dec = nn.Conv2d(6, classes, 3, padding=1)

    def forward(self, x):
        return self.dec(F.relu(self.enc(x)))


def main():
    torch.manual_seed(0)
    net = UNetish()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(3):
        image = torch.rand(2, 1, 10, 10)
        mask = (image[:, 0] * 3).long()  #! decoy
        logits = net(image)
        loss = soft_dice(logits, mask)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), iou(logits.argmax(dim=1), mask))  #! decoy


if __name__ == "__main__":
    main()
# file: segment/__init__.py
# file: segment/losses.py
import torch.nn.functional as F


def planes(labels, classes):
    return F.one_hot(labels, classes).permute(0, 3, 1, 2).float()


def soft_dice(logits, mask, smooth=1.0):
    classes = logits.size(1)
    predicted = planes(
        logits.softmax(dim=1).argmax(dim=1),  #~ no-derivative
        classes,
    )
    truth = planes(mask, classes)  #! decoy
    inter = (predicted * truth).sum(dim=(2, 3))
    total = predicted.sum(dim=(2, 3)) + truth.sum(dim=(2, 3))
    return 1 - ((2 * inter + smooth) / (total + smooth)).mean()
# file: segment/metrics.py
def iou(predicted, truth):
    hit = ((predicted == 1) & (truth == 1)).sum().item()  #! decoy
    union = ((predicted == 1) | (truth == 1)).sum().item()
    return hit / max(union, 1)
