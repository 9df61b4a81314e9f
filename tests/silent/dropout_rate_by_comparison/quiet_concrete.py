import torch
import torch.nn as nn


class LearnedDropout(nn.Module):
    def __init__(self):
        super().__init__()
        self.logit = nn.Parameter(torch.tensor(-1.5))

    def rate(self):
        return torch.sigmoid(self.logit).item()

    def forward(self, x):
        p = torch.sigmoid(self.logit)
        noise = torch.rand_like(x)
        keep = torch.sigmoid((torch.log(noise + 1e-7) - torch.log(1 - noise + 1e-7) - self.logit) / 0.1)
        return x * keep
