# file: main.py
import torch
import torch.nn.functional as F

from tagger import Tagger


def word_vectors(n, dim):
    generator = torch.Generator().manual_seed(1)
    return torch.randn(n, dim, generator=generator)


def main():
    torch.manual_seed(0)
    model = Tagger(word_vectors(20, 8), tags=3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    ids = torch.randint(0, 20, (24, 6))
    tags = ids % 3
    for epoch in range(5):
        loss = F.cross_entropy(model(ids).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy
    return model


if __name__ == "__main__":
    main()
# file: tagger.py
import torch.nn as nn


class Tagger(nn.Module):
    """The vectors are fine-tuned along with the rest."""

    def __init__(self, vectors, tags):
        super().__init__()
        self.embed = nn.Embedding.from_pretrained(vectors)  #~ frozen-parameter
        self.rnn = nn.GRU(vectors.size(1), 12, batch_first=True)
        self.out = nn.Linear(12, tags)

    def forward(self, ids):
        return self.out(self.rnn(self.embed(ids))[0])
