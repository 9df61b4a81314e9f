import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.sigma = nn.Linear(hidden, 1)
        self.rgb = nn.Linear(hidden + 3, 3)

    def forward(self, points, directions):
        h = self.body(points)
        return torch.sigmoid(self.rgb(torch.cat([h, directions], -1))), torch.relu(self.sigma(h) + 0.5).squeeze(-1)


def create_nerf(args):
    coarse = Field()
    trained = list(coarse.parameters())
    fine = None
    if args["n_fine"] > 0:
        fine = Field()
        if args["perturb"]:
            trained += list(fine.parameters())  #~ not-in-optimizer
    opt = torch.optim.Adam(trained, lr=args["lr"])  #~ not-in-optimizer
    return coarse, fine, opt
