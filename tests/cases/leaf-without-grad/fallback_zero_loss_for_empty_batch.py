# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from detection.heads import MaskHead
from detection.proposals import sample_proposals


def main():
    torch.manual_seed(0)
    head = MaskHead()
    optimizer = torch.optim.SGD(head.parameters(), lr=0.01)
    for step in range(40):
        features, boxes, labels = sample_proposals(step)
        loss = head.loss(features, boxes, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: detection/__init__.py
# file: detection/heads.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.box = nn.Linear(8, 4)
        self.log = []

    def loss(self, features, boxes, labels):
        positive = labels.nonzero().squeeze(1)  #! decoy
        if positive.numel() == 0:
            return torch.tensor(0.0)  #~ leaf-without-grad|never-connected
        pred = self.box(features[positive])
        self.log.append(float(pred.detach().abs().mean()))  #! decoy
        return F.smooth_l1_loss(pred, boxes[positive])
# file: detection/proposals.py
import torch


def sample_proposals(step, n=6):
    features = torch.randn(n, 8)
    boxes = torch.rand(n, 4)
    labels = (torch.rand(n) > 0.3).long()  #! decoy
    if step == 33:
        labels.zero_()
    return features, boxes, labels
