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
