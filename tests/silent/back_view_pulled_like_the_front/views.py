import torch
import torch.nn as nn


class TwoViews(nn.Module):
    def __init__(self):
        super().__init__()
        self.front, self.back = nn.Linear(3, 2), nn.Linear(3, 2)

    def forward(self, points):
        return self.front(points), self.back(points)

    @torch.no_grad()  #! decoy
    def aim(self, points):
        return -0.5 * self.back(points) - points[:, :2]
