# file: main.py
import torch

from nerf import create_nerf
from render import render_rays


def main(iterations=12):
    torch.manual_seed(0)
    args = {"n_coarse": 8, "n_fine": 8, "lr": 5e-3, "perturb": False}
    coarse, fine, opt = create_nerf(args)
    for it in range(iterations):
        origins, directions = torch.zeros(32, 3), torch.nn.functional.normalize(torch.randn(32, 3), dim=-1)
        target = (directions * 0.5 + 0.5)
        rgb_coarse, rgb_fine = render_rays(coarse, fine, origins, directions, args)
        loss = (rgb_coarse - target).pow(2).mean() + (rgb_fine - target).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        for group in opt.param_groups:
            group["lr"] = args["lr"] * 0.1 ** (it / 250)
        if it % 4 == 0:
            print(it, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: nerf.py
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
# file: render.py
import torch


def composite(rgb, sigma, z):
    delta = torch.cat([z[:, 1:] - z[:, :-1], torch.full_like(z[:, :1], 0.1)], -1)
    alpha = 1 - torch.exp(-sigma * delta)
    seen = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], -1), -1)[:, :-1]
    weights = alpha * seen
    return (weights[..., None] * rgb).sum(1), weights


def run(field, origins, directions, z):
    points = origins[:, None] + directions[:, None] * z[..., None]
    return field(points, directions[:, None].expand_as(points))


def render_rays(coarse, fine, origins, directions, args):
    z = torch.linspace(0.1, 1.0, args["n_coarse"]).expand(len(origins), -1)
    rgb, weights = composite(*run(coarse, origins, directions, z), z)
    centre = (weights.detach() * z).sum(-1, keepdim=True)  #! decoy
    z_fine, _ = torch.sort(torch.cat([z, centre + 0.05 * torch.randn(len(z), args["n_fine"])], -1), -1)
    rgb_fine, _ = composite(*run(fine, origins, directions, z_fine), z_fine)
    return rgb, rgb_fine
