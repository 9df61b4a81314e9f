import torch
from torch import nn


class Margin:
    def __init__(self, width):
        self.width = width

    def __call__(self, near, far):
        return torch.relu(near.norm(dim=1) - far.norm(dim=1) + self.width)  #~ non-scalar-loss


torch.manual_seed(0)
encoder = nn.Linear(6, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
margin = Margin(0.2)
levels = [torch.randn(8, 6) for _ in range(4)]
codes = [encoder(level) for level in levels]
loss = sum(margin(codes[i - 1], codes[i]) for i in range(1, len(codes)))
loss.backward()  #! decoy
optimizer.step()
