import torch.nn as nn


class Net(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
