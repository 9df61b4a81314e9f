# file: main.py
import torch
import torch.nn.functional as F

from vae import Decoder, Encoder, kl


class Trainer:
    def __init__(self):
        self.enc, self.dec = Encoder(), Decoder()
        self.opt_e = torch.optim.Adam(self.enc.parameters(), lr=1e-3)
        self.opt_d = torch.optim.Adam(self.dec.parameters(), lr=1e-3)

    def step(self, x):
        mean, logvar = self.enc(x)
        z = mean + torch.randn_like(mean) * (0.5 * logvar).exp()
        prior = kl(mean, logvar)
        rebuilt = F.mse_loss(self.dec(z), x)

        self.opt_e.zero_grad()
        prior.backward(retain_graph=True)  #! decoy
        self.opt_e.step()  #~ modified-in-place

        self.opt_d.zero_grad()
        rebuilt.backward()
        self.opt_d.step()
        return prior.item(), rebuilt.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for i in range(3):
        print(i, trainer.step(torch.randn(16, 12)))


main()
# file: vae.py
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
