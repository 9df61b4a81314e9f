import torch.nn as nn


class GatedBase(nn.Module):
    """Subclasses define `body` and `gate`; the activation is shared by all of them."""

    def __init__(self):
        super().__init__()
        self.act = nn.Hardtanh(-3, 3, inplace=True)  #~ modified-in-place

    def forward(self, x):
        gate = self.gate(x)
        strength = gate * gate
        return self.body(x) * self.act(gate) + strength  #~ modified-in-place
