import torch
from torch import nn


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate, self.body = nn.Linear(4, 4), nn.Linear(4, 1)

    def forward(self, x, gate=None):
        gate = torch.sigmoid(self.gate(x)) if self.training else gate  #~ unused-input
        return self.body(x * gate)


def main():
    torch.manual_seed(0)
    mixer, x = Mixer(), torch.randn(5, 4)
    gate = torch.full((5, 4), 0.5, requires_grad=True)
    out = mixer(x, gate).sum()
    print(torch.autograd.grad(out, gate))  #! decoy


main()
