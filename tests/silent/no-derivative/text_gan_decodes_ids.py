# file: main.py
import torch
import torch.nn.functional as F

from textgan import Critic, Writer, corpus


def main():
    torch.manual_seed(0)
    writer, critic = Writer(), Critic()
    opt_w = torch.optim.Adam(writer.parameters(), lr=1e-3)
    opt_c = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for it in range(5):
        real = corpus(16)
        fake = writer(16)
        c_loss = F.softplus(-critic(real)).mean() + F.softplus(critic(fake.detach())).mean()  #! decoy
        opt_c.zero_grad()
        c_loss.backward()
        opt_c.step()
        w_loss = F.softplus(-critic(writer(16))).mean()
        opt_w.zero_grad()
        w_loss.backward()
        opt_w.step()
        print(it, c_loss.item(), w_loss.item(), writer.decode(1))  #! decoy


if __name__ == "__main__":
    main()
# file: textgan.py
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
