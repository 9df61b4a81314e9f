import torch
import torch.nn as nn
import torch.nn.functional as F

VOCAB, LENGTH = 10, 5


def corpus(n):
    ids = (torch.randint(0, VOCAB, (n, 1)) + torch.arange(LENGTH)) % VOCAB
    return F.one_hot(ids, VOCAB).float()


class Writer(nn.Module):
    def __init__(self, latent=6):
        super().__init__()
        self.latent = latent
        self.net = nn.Sequential(nn.Linear(latent, 32), nn.ReLU(), nn.Linear(32, VOCAB * LENGTH))

    def logits(self, n):
        return self.net(torch.randn(n, self.latent)).view(n, LENGTH, VOCAB)

    def forward(self, n):
        ids = self.logits(n).argmax(dim=-1)  #~ no-derivative
        return F.one_hot(ids, VOCAB).float()  #~ no-derivative

    @torch.no_grad()  #! decoy
    def decode(self, n):
        return self.logits(n).argmax(dim=-1).tolist()  #! decoy


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(VOCAB * LENGTH, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, text):
        return self.net(text)
