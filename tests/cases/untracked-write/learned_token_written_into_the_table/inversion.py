import torch
import torch.nn as nn


class TextEncoder(nn.Module):
    def __init__(self, vocab=10, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.body = nn.Sequential(nn.Linear(dim, 16), nn.GELU(), nn.Linear(16, dim))

    def forward(self, ids):
        return self.body(self.embed(ids).mean(1))


class TokenLearner(nn.Module):
    def __init__(self, encoder, token):
        super().__init__()
        self.encoder, self.token = [encoder], token
        start = encoder.embed.weight[token].detach().clone()  #! decoy
        self.vector = nn.Parameter(start)

    def forward(self, ids):
        encoder = self.encoder[0]
        encoder.embed.weight.data[self.token] = self.vector  #~ detached-tensor|untracked-write
        return encoder(ids)
