import torch.nn as nn


class Translator(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 6), nn.Tanh())


class Critic(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))


class Segmenter(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
