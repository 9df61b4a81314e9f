# file: main.py
import torch
import torch.nn.functional as F

from lm import TinyLM


def main(steps=12):
    torch.manual_seed(0)
    net = TinyLM(30)
    net.resize(34)
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randint(0, 30, (8, 12))
        logits = net(x[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), x[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Language(nn.Module):
    def __init__(self, words, d=16):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.body = nn.GRU(d, d, batch_first=True)
        self.head = nn.Linear(d, words, bias=False)
        self.tie()

    def tie(self):
        self.head.weight = self.embed.weight

    def forward(self, x):
        return self.head(self.body(self.embed(x))[0])

    def resize(self, words):
        old, self.embed = self.embed, nn.Embedding(words, self.embed.embedding_dim)
        self.head = nn.Linear(self.embed.embedding_dim, words, bias=False)
        with torch.no_grad():
            self.embed.weight[: old.num_embeddings] = old.weight
        self.tie()


def train(net, steps, target):
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for _ in range(steps):
        x = torch.randint(0, 30, (8, 12))
        logits, y = target(net, x)
        loss = F.cross_entropy(logits, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


def main():
    """Tied again after the table has grown; then a classifier, whose head shares nothing."""
    torch.manual_seed(0)
    net = Language(30)
    net.resize(34)
    train(net, 6, lambda net, x: (net(x[:, :-1]).flatten(0, 1), x[:, 1:].flatten()))
    net.head = nn.Linear(16, 3)
    train(net, 6, lambda net, x: (net(x)[:, -1], x[:, 0] % 3))


main()
# file: lm.py
import torch
import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, words, d=16):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.head = nn.Linear(d, words, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, x):
        return self.head(self.rnn(self.embed(x))[0])

    @torch.no_grad()  #! decoy
    def resize(self, words):
        old = self.embed.weight
        self.embed = nn.Embedding(words, old.shape[1])  #~ broken-tie
        self.embed.weight[: len(old)] = old
