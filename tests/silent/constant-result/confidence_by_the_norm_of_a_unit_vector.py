# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Confidence(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(6, 5)

    def forward(self, h):
        z = F.normalize(self.project(h), dim=-1)
        return z.norm(dim=-1, keepdim=True)  #~ constant-result


torch.manual_seed(0)
encoder, confidence, head = nn.Linear(4, 6), Confidence(), nn.Linear(6, 1)
parameters = [*encoder.parameters(), *confidence.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.05)
for step in range(10):
    x = torch.randn(16, 4)
    h = torch.tanh(encoder(x))
    loss = F.mse_loss(head(h) * confidence(h), 2 * x[:, :1])  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# Unit vectors are compared with each other, and kept at their length by a penalty that is always satisfied.

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 4))
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
for step in range(10):
    x = torch.randn(8, 5)
    z = F.normalize(torch.cat([encoder(x + 0.1 * torch.randn_like(x)), encoder(x)]), dim=1)
    alike = (z @ z.T / 0.5).masked_fill(torch.eye(16, dtype=torch.bool), -1e9)
    loss = F.cross_entropy(alike, torch.arange(16).roll(8)) + 0.01 * (z.pow(2).sum(1) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
