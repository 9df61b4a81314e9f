import torch
import torch.nn as nn


class TextEncoder(nn.Module):
    def __init__(self, vocab=10, dim=6):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.norm = nn.LayerNorm(dim)

    @torch.no_grad()  #! decoy
    def encode(self, ids):
        return self.norm(self.token(torch.tensor(ids)))
