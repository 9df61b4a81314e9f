import torch
import torch.nn as nn
import torch.nn.functional as F


class LabelBank(nn.Module):
    """Text embeddings of the labels; they are many, so they are computed once."""

    def __init__(self, labels, dim):
        super().__init__()
        self.labels = labels
        self.table = nn.Embedding(26, dim)
        self._cache = None

    def letters(self, label):
        return self.table.weight[[ord(c) - ord("a") for c in label]].mean(dim=0)

    def embedded(self):
        if self._cache is None:
            rows = [self.letters(label) for label in self.labels]
            self._cache = F.normalize(torch.stack(rows), dim=-1)  #~ grad-disabled
        return self._cache  #~ grad-disabled
