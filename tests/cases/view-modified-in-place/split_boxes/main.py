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
