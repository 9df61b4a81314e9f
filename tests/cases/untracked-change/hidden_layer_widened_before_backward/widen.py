import torch
import torch.nn as nn


class Widening(nn.Module):
    """A perceptron whose hidden layer can grow while it is trained."""

    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        self.w1 = nn.Parameter(0.3 * torch.randn(inputs, hidden))
        self.b1 = nn.Parameter(torch.zeros(hidden))
        self.w2 = nn.Parameter(0.3 * torch.randn(hidden, outputs))

    def forward(self, x):
        return torch.relu(x @ self.w1 + self.b1) @ self.w2

    def widen(self, extra):
        self.w1.data = torch.cat([self.w1.data, 0.1 * torch.randn(len(self.w1), extra)], dim=1)  #~ untracked-change|modified-in-place
        self.b1.data = torch.cat([self.b1.data, torch.zeros(extra)])  #~ untracked-change|modified-in-place
        self.w2.data = torch.cat([self.w2.data, torch.zeros(extra, self.w2.size(1))])  #~ untracked-change|modified-in-place
        for p in self.parameters():
            p.grad = None  #! decoy
