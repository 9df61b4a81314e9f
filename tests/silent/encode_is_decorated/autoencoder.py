import torch
import torch.nn as nn


class AutoEncoder(nn.Module):
    def __init__(self, dim=12, code=4):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, code))
        self.dec = nn.Sequential(nn.Linear(code, 16), nn.ReLU(), nn.Linear(16, dim))

    @torch.no_grad()  #~ grad-disabled
    def encode(self, x):  #~ grad-disabled
        """Codes for the index; also the first half of the forward pass."""
        return self.enc(x)

    def forward(self, x):
        return self.dec(self.encode(x))  #! decoy
