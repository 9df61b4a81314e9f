import torch.nn as nn
import torch.nn.functional as F


class FeaturePyramid(nn.Module):
    def __init__(self, widths):
        super().__init__()
        channels = (1, *widths)
        self.stages = nn.ModuleList(
            nn.Conv2d(a, b, 3, padding=1) for a, b in zip(channels[:-1], channels[1:])
        )

    def forward(self, x):
        levels = []
        for stage in self.stages:
            x = F.avg_pool2d(F.relu(stage(x)), 2)
            levels.append(x)
        return levels
