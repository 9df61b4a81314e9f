import torch.nn as nn


class MiniBert(nn.Module):
    def __init__(self, vocab=16, dim=16, depth=3):
        super().__init__()
        self.depth = depth
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(nn.TransformerEncoderLayer(dim, 2, 32, 0.0, batch_first=True) for _ in range(depth))
        self.head = nn.Linear(dim, 2)

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x)
        return self.head(x[:, 0])
