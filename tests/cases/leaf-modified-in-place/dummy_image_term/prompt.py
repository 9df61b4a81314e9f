import torch
import torch.nn as nn


class SoftPrompt(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        self.tokens = nn.Parameter(torch.zeros(length, dim))
        with torch.no_grad():
            self.tokens.normal_(std=0.02)  #! decoy

    def forward(self):
        return self.tokens
