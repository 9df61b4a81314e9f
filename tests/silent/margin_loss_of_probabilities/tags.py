import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.out = nn.Linear(6, 16), nn.Linear(16, 4)

    def forward(self, x):
        gate = torch.sigmoid(self.body(x))  #! decoy
        return torch.sigmoid(self.out(gate))  #~ double-activation
