# file: main.py
import torch
import torch.nn as nn

from boxes import decode, grid_anchors


class Detector(nn.Module):
    def __init__(self, inputs=12, anchors=6):
        super().__init__()
        self.anchors = grid_anchors(anchors)
        self.body = nn.Sequential(nn.Linear(inputs, 24), nn.ReLU(inplace=True), nn.Linear(24, 4 * anchors))  #! decoy

    def forward(self, x):
        deltas = self.body(x).view(len(x), -1, 4)
        return decode(deltas, self.anchors)  #~ view-modified-in-place


def main():
    torch.manual_seed(0)
    model = Detector()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(3):
        boxes = model(torch.randn(4, 12))
        target = torch.tensor([0.1, 0.1, 0.6, 0.6]).expand_as(boxes)
        loss = nn.functional.smooth_l1_loss(boxes, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: boxes.py
import torch


def decode(deltas, anchors):
    """Turns predicted offsets into boxes (x1, y1, x2, y2)."""
    centre, size = deltas.split(2, dim=-1)
    centre *= anchors[:, 2:]  #~ view-modified-in-place
    centre += anchors[:, :2]
    size = size.clamp(max=2.0).exp() * anchors[:, 2:]
    return torch.cat([centre - size / 2, centre + size / 2], dim=-1)


def grid_anchors(n, size=0.2):
    anchors = torch.full((n, 4), size)
    anchors[:, 0] = torch.linspace(0, 1, n)  #! decoy
    anchors[:, 1] = 0.5
    return anchors
