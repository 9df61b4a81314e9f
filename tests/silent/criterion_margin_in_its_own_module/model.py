import torch.nn as nn


class Embedder(nn.Sequential):
    def __init__(self, d, dim):
        super().__init__(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, dim))
