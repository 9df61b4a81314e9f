# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from decoder import Decoder


class LanguageModel(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.cell = nn.GRU(width, width, batch_first=True)
        self.decoder = Decoder(width, words)
        self.decoder.share(self.embedding)  #! decoy

    def forward(self, ids):
        return self.decoder(self.cell(self.embedding(ids))[0])


def main():
    torch.manual_seed(0)
    model = LanguageModel(20, 8)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(8):
        ids = torch.randint(0, 20, (6, 5))
        logits = model(ids)
        loss = F.cross_entropy(logits.flatten(0, 1), ids.roll(-1, 1).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: decoder.py
import torch
import torch.nn as nn


class Decoder(nn.Module):
    """Scores of words; its weight has a column for each."""

    def __init__(self, width, words):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, words))
        self.bias = nn.Parameter(torch.zeros(words))

    def share(self, embedding):
        self.weight = nn.Parameter(embedding.weight.T.contiguous())  #~ broken-tie

    def forward(self, h):
        return h @ self.weight + self.bias
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    """Scores of words; its weight has a column for each."""

    def __init__(self, width, words):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, words))

    def share(self, embedding):
        """Only the first values are shared."""
        self.weight = nn.Parameter(embedding.weight.detach().T.contiguous())

    def tied(self, embedding):
        """A copy is asked for."""
        self.weight = nn.Parameter(embedding.weight.T.clone())

    def share_once(self, embedding):
        with torch.no_grad():
            self.weight = nn.Parameter(embedding.weight.T.contiguous())

    def forward(self, h):
        return h @ self.weight


def main(how):
    torch.manual_seed(0)
    embedding, decoder = nn.Embedding(20, 8), Decoder(8, 20)
    how(decoder, embedding)
    optimizer = torch.optim.Adam([*embedding.parameters(), *decoder.parameters()], lr=1e-2)
    for _ in range(8):
        ids = torch.randint(0, 20, (30,))
        loss = F.cross_entropy(decoder(torch.tanh(embedding(ids))), ids.roll(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main(Decoder.share)
main(Decoder.tied)
main(Decoder.share_once)
