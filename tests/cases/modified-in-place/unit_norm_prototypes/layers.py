import torch
import torch.nn as nn


class Prototypes(nn.Module):
    """Cosine scores against prototypes that are kept on the unit sphere."""

    def __init__(self, dim, count):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(count, dim))
        self.log_scale = nn.Parameter(torch.zeros(()))

    def renormalise(self):
        with torch.no_grad():
            self.weight.div_(self.weight.norm(dim=1, keepdim=True))  #~ modified-in-place

    def forward(self, z):
        self.renormalise()  #~ modified-in-place
        z = nn.functional.normalize(z, dim=1)
        return self.log_scale.exp() * z @ self.weight.t()


class Encoder(nn.Sequential):
    def __init__(self, inputs, dim):
        super().__init__(
            nn.Linear(inputs, 2 * dim),
            nn.BatchNorm1d(2 * dim),
            nn.ReLU(inplace=True),  #! decoy
            nn.Linear(2 * dim, dim),
        )
