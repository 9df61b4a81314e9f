import torch.nn as nn


class Encoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))


class Decoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 6))


class DomainNet(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
