import torch
import torch.nn as nn
import torch.nn.functional as F


class PerceptualLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 6, 3)).eval()
        for p in self.features.parameters():
            p.requires_grad = False  #! decoy
        self.register_buffer("mean", torch.tensor(0.45))
        self.register_buffer("std", torch.tensor(0.22))

    def prepare(self, image):
        image = image.data  #~ detached-tensor
        return (image.clamp(0, 1) - self.mean) / self.std

    def forward(self, output, target):
        with torch.no_grad():  #! decoy
            wanted = self.features(self.prepare(target))
        return F.l1_loss(self.features(self.prepare(output)), wanted)
