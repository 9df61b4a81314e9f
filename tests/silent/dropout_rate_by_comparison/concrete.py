import torch
import torch.nn as nn


class LearnedDropout(nn.Module):
    def __init__(self):
        super().__init__()
        self.logit = nn.Parameter(torch.tensor(-1.5))

    def rate(self):
        return torch.sigmoid(self.logit).item()  #! decoy

    def forward(self, x):
        p = torch.sigmoid(self.logit)
        noise = torch.rand_like(x)
        keep = torch.where(noise > p, torch.ones_like(x), torch.zeros_like(x))  #~ no-derivative
        return x * keep
