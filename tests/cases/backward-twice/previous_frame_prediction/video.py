import torch
import torch.nn as nn


class FrameNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(4, 1, 3, padding=1), nn.Sigmoid()  #! decoy
        )

    def forward(self, frame):
        return self.net(frame)


class FlickerLoss(nn.Module):
    """Penalises a change of the prediction from frame to frame."""

    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.previous = None

    def forward(self, prediction):
        previous, self.previous = self.previous, prediction  #~ backward-twice
        if previous is None:
            return prediction.new_zeros(())
        return self.weight * (prediction - previous).abs().mean()  #~ backward-twice
