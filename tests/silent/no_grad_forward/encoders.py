import torch
import torch.nn as nn


class TextEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(40, 6)
        self.project = nn.Linear(6, 6)

    def forward(self, tokens):
        return self.project(self.table(tokens).mean(1))

    @torch.no_grad()  #~ grad-disabled
    def embed(self, tokens):  #~ grad-disabled
        return self.forward(tokens)
