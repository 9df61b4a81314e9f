import torch
import torch.nn as nn
import torch.nn.functional as F


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 8, 3)).eval()
        for p in self.net.parameters():
            p.requires_grad_(False)  #! decoy

    @torch.no_grad()  #~ grad-disabled
    def features(self, x):
        return self.net(x)

    def forward(self, fake, real):
        return F.mse_loss(self.features(fake), self.features(real))
