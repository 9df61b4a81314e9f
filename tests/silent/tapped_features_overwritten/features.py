import torch.nn as nn


class Tapped(nn.Module):
    """A fixed network whose convolution outputs, before the activation, are compared."""

    def __init__(self, c=6):
        super().__init__()
        self.layers = nn.ModuleList(
            [nn.Conv2d(1, c, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(c, c, 3, padding=1), nn.ReLU(inplace=True)]  #~ overwritten-skip
        )
        self.requires_grad_(False)  #! decoy

    def forward(self, x):
        taps = []
        for layer in self.layers:
            x = layer(x)  #~ overwritten-skip
            if isinstance(layer, nn.Conv2d):
                taps.append(x)  #~ overwritten-skip
        return taps
