import torch
import torch.nn as nn


class MaskedPolicy(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, hidden), nn.Tanh(), nn.Linear(hidden, 4))

    def forward(self, obs, legal):
        logits = self.net(obs).masked_fill(~legal, float("-inf"))  #~ nan-gradient
        return torch.log_softmax(logits, dim=1)  #! decoy


def entropy(logp):
    terms = torch.exp(logp) * logp  #~ nan-gradient
    return -torch.nan_to_num(terms, nan=0.0).sum(1).mean()  #~ nan-gradient
