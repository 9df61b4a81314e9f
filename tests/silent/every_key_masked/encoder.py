import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, vocab=10, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)  #! decoy
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.head = nn.Linear(dim, 2)

    def attend(self, h, keep):
        scores = self.q(h) @ self.k(h).transpose(1, 2) / h.shape[-1] ** 0.5
        pad = ~keep
        blocked = pad[:, None, :] | keep[:, None, :]  #~ multiplied-by-zero|zero-gradient
        scores = scores.masked_fill(blocked, -1e9)  #~ multiplied-by-zero|zero-gradient|saturated-value
        return scores.softmax(-1) @ self.v(h)

    def forward(self, ids, keep):
        h = self.embed(ids)
        h = h + self.attend(h, keep)
        return self.head((h * keep[..., None]).sum(1) / keep.sum(1, keepdim=True))
