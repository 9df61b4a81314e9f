import torch
import torch.nn as nn


class Uncertainty(nn.Module):
    def __init__(self):
        super().__init__()
        self.regression = nn.Parameter(torch.zeros(()))
        self.classification = nn.Parameter(torch.zeros(()))

    def forward(self, *losses):
        s = torch.tensor([self.regression, self.classification])  #~ rebuilt-tensor
        return (torch.exp(-s) * torch.stack(losses) + s).sum()
