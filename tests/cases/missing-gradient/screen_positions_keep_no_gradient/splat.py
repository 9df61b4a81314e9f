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
