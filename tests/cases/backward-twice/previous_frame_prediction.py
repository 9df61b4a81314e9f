# file: main.py
import torch
import torch.nn as nn

from video import FlickerLoss, FrameNet


def main():
    torch.manual_seed(0)
    net, flicker = FrameNet(), FlickerLoss(0.1)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    video = torch.rand(5, 2, 1, 6, 6)
    for index, frame in enumerate(video):
        prediction = net(frame)
        loss = nn.functional.mse_loss(prediction, frame)
        loss = loss + flicker(prediction)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(index, loss.item())


if __name__ == "__main__":
    main()
# file: video.py
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
