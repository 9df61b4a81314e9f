import torch
import torch.nn as nn


class UncertaintyWeights(nn.Module):
    """Learns how much each task counts (homoscedastic uncertainty)."""

    def __init__(self, tasks):
        super().__init__()
        self.log_var = nn.Parameter(torch.zeros(tasks))  #! decoy

    def forward(self, losses):
        losses = torch.stack(losses)
        return torch.exp(-self.log_var) * losses + self.log_var  #~ non-scalar-loss
