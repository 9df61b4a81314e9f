import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    def __init__(self, n_in=5, hidden=12):
        super().__init__()
        self.embed, self.score = nn.Linear(n_in, hidden), nn.Linear(hidden, 1)
        self.scale = nn.Linear(1, 1)

    def forward(self, x):
        h = F.normalize(self.embed(x), dim=-1)  #! decoy
        s = F.normalize(self.score(h), dim=-1)  #~ zero-gradient|multiplied-by-zero|zero-derivative
        return self.scale(s).squeeze(-1)
