# file: main.py
import itertools

import torch
import torch.nn.functional as F

from nets import Decoder, Encoder, Flow


def train(steps=6):
    encoder, flow, decoder = Encoder(), Flow(), Decoder()
    params = itertools.chain(encoder.parameters(), decoder.parameters())
    optimizer = torch.optim.Adam(params, lr=3e-3)  #~ not-in-optimizer
    for step in range(steps):
        x = torch.randn(32, 4)
        z, log_det = flow(encoder(x))
        loss = F.mse_loss(decoder(z), x) + 0.01 * (0.5 * z.pow(2).sum(1) - log_det).mean()
        for net in (encoder, flow, decoder):
            net.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy
    return encoder, flow, decoder


if __name__ == "__main__":
    torch.manual_seed(0)
    train()
# file: nets.py
import torch
import torch.nn as nn


class Encoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))


class Decoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 4))


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.randn(2) * 0.1)
        self.shift = nn.Parameter(torch.randn(2) * 0.1)

    def forward(self, z):
        return z * self.log_scale.exp() + self.shift, self.log_scale.sum()
