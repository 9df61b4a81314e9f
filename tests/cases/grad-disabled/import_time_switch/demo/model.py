import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.lin = nn.Linear(window, 8)
        self.out = nn.Linear(8, 1)
        with torch.no_grad():  #! decoy
            self.out.bias.fill_(0.1)

    def forward(self, x):
        return self.out(torch.relu(self.lin(x))).squeeze(-1)
