from dataclasses import dataclass, fields

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Detections:
    boxes: torch.Tensor
    scores: torch.Tensor

    def to(self, device):
        moved = {f.name: getattr(self, f.name).data.to(device) for f in fields(self)}  #~ detached-tensor
        return Detections(**moved)

    def confident(self, threshold=0.5):
        keep = self.scores.sigmoid() > threshold  #! decoy
        return int(keep.sum())


class Detector(nn.Module):
    def __init__(self, n_in=8, anchors=5):
        super().__init__()
        self.trunk = nn.Linear(n_in, 16)
        self.box_head = nn.Linear(16, anchors * 4)
        self.score_head = nn.Linear(16, anchors)

    def forward(self, x):
        h = F.relu(self.trunk(x))
        return Detections(self.box_head(h).view(len(x), -1, 4), self.score_head(h))


def detection_loss(out, target):
    return F.smooth_l1_loss(out.boxes, target.boxes) + F.binary_cross_entropy_with_logits(out.scores, target.scores)


def main():
    torch.manual_seed(0)
    device = torch.device("cpu")
    net = Detector().to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    for step in range(3):
        x = torch.randn(6, 8, device=device)
        target = Detections(torch.rand(6, 5, 4), (torch.rand(6, 5) > 0.5).float()).to(device)
        out = net(x).to(device)
        loss = detection_loss(out, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), out.confident())


if __name__ == "__main__":
    main()
