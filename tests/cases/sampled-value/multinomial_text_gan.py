# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from textgan import Discriminator, Generator


def main():
    torch.manual_seed(0)
    generator, discriminator = Generator(), Discriminator()
    g_opt = torch.optim.Adam(generator.parameters(), lr=1e-3)
    d_opt = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
    for step in range(2):
        real = torch.randint(0, 8, (6, 5))
        fake = generator(6)
        d_loss = F.softplus(-discriminator(real)).mean() + F.softplus(discriminator(fake.detach())).mean()  #! decoy
        d_opt.zero_grad()
        d_loss.backward()
        d_opt.step()
        discriminator.requires_grad_(False)  #! decoy
        g_loss = F.softplus(-discriminator(generator(6))).mean()
        g_opt.zero_grad()
        g_loss.backward()
        g_opt.step()
        discriminator.requires_grad_(True)
        print(step, d_loss.item(), g_loss.item())


if __name__ == "__main__":
    main()
# file: textgan.py
import torch
import torch.nn as nn


class Generator(nn.Module):
    def __init__(self, vocab=8, dim=6, length=5):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(dim))
        self.cell = nn.GRUCell(dim, dim)
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)
        self.length = length

    def forward(self, n):
        state = self.start.expand(n, -1)
        token = torch.zeros(n, dtype=torch.long)
        tokens = []
        for _ in range(self.length):
            state = self.cell(self.embed(token), state)
            probs = self.out(state).softmax(dim=-1)
            token = torch.multinomial(probs, 1).squeeze(1)  #~ sampled-value
            tokens.append(token)
        return torch.stack(tokens, dim=1)


class Discriminator(nn.Module):
    def __init__(self, vocab=8, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, 1)

    def forward(self, tokens):
        return self.out(self.rnn(self.embed(tokens))[1][0]).squeeze(1)
