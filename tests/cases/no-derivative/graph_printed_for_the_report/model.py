import torch
import torch.nn as nn


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(5, 1)

    def forward(self, items):
        s = self.score(items).squeeze(-1)
        rank = s.argsort(-1).argsort(-1).float()  #~ no-derivative
        return rank / rank.shape[-1], s.detach()  #! decoy
