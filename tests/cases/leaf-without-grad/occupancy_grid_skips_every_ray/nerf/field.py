import torch.nn as nn


class RadianceField(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 16), nn.ReLU())
        self.density, self.colour = nn.Linear(16, 1), nn.Linear(16, 3)

    def forward(self, points):
        h = self.body(points)
        return self.density(h).exp().squeeze(-1), self.colour(h).sigmoid()
