import torch
import torch.nn as nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.text, self.out = nn.Linear(8, 6), nn.Linear(5, 6), nn.Linear(12, 2)

    def encode(self, image, text):
        a = torch.relu(self.image(image))
        b = torch.relu(self.text(text)).detach()  #~ detached-tensor
        return a, b

    def forward(self, image, text):
        a, b = self.encode(image, text)
        return self.out(torch.cat([a, b], -1)), a.detach().norm(dim=-1)  #! decoy
