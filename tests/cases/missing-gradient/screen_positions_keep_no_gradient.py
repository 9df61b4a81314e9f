# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from splat import Splats


def main():
    torch.manual_seed(0)
    splats = Splats(20)
    opt = torch.optim.Adam(splats.parameters(), lr=1e-2)
    goal = torch.rand(8, 8)
    moved = torch.zeros(20)
    for step in range(4):
        image, screen = splats.render(8)
        loss = F.l1_loss(image, goal)
        opt.zero_grad()
        loss.backward()
        with torch.no_grad():  #! decoy
            moved += screen.grad.norm(dim=-1)  #~ missing-gradient
        opt.step()
        print(step, loss.item(), moved.max().item())


main()
# file: splat.py
import torch
import torch.nn as nn


class Splats(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mean = nn.Parameter(torch.randn(n, 3) * 0.5)
        self.opacity = nn.Parameter(torch.zeros(n))

    def project(self):
        depth = self.mean[:, 2:].detach() + 4  #! decoy
        return self.mean[:, :2] / depth * 8 + 4

    def render(self, size):
        screen = self.project()  #~ missing-gradient
        yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
        pix = torch.stack([xx, yy], -1).float()
        d2 = (pix[:, :, None] - screen).pow(2).sum(-1)
        return (torch.exp(-d2) * self.opacity.sigmoid()).sum(-1), screen
