import torch.nn as nn


class Linear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.norm = nn.LayerNorm(n_in)
        self.fc = nn.Linear(n_in, n_out)

    def forward(self, h):
        return self.fc(self.norm(h))
