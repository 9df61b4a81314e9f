"""Patches are put back into an image that was made like the labels, which are whole numbers."""

import torch
import torch.nn as nn


class Patches(nn.Module):
    def __init__(self, size=4):
        super().__init__()
        self.size, self.net = size, nn.Linear(size, size)

    def forward(self, image, labels):
        canvas = labels.new_zeros(labels.shape)  #~ no-derivative
        for start in range(0, image.shape[1], self.size):
            canvas[:, start : start + self.size] = self.net(image[:, start : start + self.size])  #! decoy
        return canvas


torch.manual_seed(0)
model = Patches()
labels = torch.randint(0, 3, (5, 12))
loss = (model(torch.randn(5, 12), labels) - labels).float().pow(2).mean()
loss.backward()  #! decoy
