# file: main.py
import torch
import torch.nn as nn


class Frame(nn.Module):
    def __init__(self):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(5, 2))

    def forward(self):
        basis, _ = torch.linalg.qr(self.vectors, mode="complete")  #~ missing-derivative
        return basis


def spread(basis):
    return (basis.abs().sum(0) - 1).pow(2).mean()


torch.manual_seed(0)
frame = Frame()
loss = spread(frame())
loss.backward()
