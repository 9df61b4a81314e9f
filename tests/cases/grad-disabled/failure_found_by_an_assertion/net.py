import torch
import torch.nn as nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.gate, self.out = nn.Linear(5, 8), nn.Linear(5, 8), nn.Linear(8, 2)

    def forward(self, x):
        with torch.no_grad():  #~ grad-disabled
            g = self.gate(x).sigmoid()
        return self.out(torch.relu(self.body(x)) * g)
