import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.mean, self.logvar = nn.Linear(12, 16), nn.Linear(16, 3), nn.Linear(16, 3)

    def forward(self, x):
        h = torch.tanh(self.hidden(x))
        return self.mean(h), self.logvar(h)


class Decoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(3, 16), nn.ReLU(inplace=True), nn.Linear(16, 12))


def kl(mean, logvar):
    return -0.5 * (1 + logvar - mean.pow(2) - logvar.exp()).sum(1).mean()
