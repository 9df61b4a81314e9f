import torch
import torch.nn as nn


class Adaptive(nn.Module):
    def __init__(self, dim=5, most=4):
        super().__init__()
        self.block, self.out = nn.Linear(dim, dim), nn.Linear(dim, 1)
        self.confidence = nn.Sequential(nn.Linear(dim, 1), nn.Sigmoid())
        self.most = most

    def forward(self, x):
        done = 0
        while float(self.confidence(x).mean()) < 0.9 and done < self.most:  #~ left-torch
            x = torch.relu(self.block(x)) + x
            done += 1
        return self.out(x)
