import torch
import torch.nn as nn


class Inception(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 16)
        self.aux, self.head = nn.Linear(16, 3), nn.Linear(16, 3)

    def forward(self, x):
        h = torch.relu(self.a(x))
        aux = self.aux(h) if self.training else None
        return self.head(torch.relu(self.b(h))), aux
