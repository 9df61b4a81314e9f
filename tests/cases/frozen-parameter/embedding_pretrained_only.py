import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def load_vectors(words, dim=8, seed=0):
    rng = np.random.RandomState(seed)
    return torch.from_numpy(rng.normal(0, 0.3, (len(words), dim)).astype("float32"))  #! decoy


class WordSimilarity(nn.Module):
    """Moves pretrained vectors so that synonyms come together."""

    def __init__(self, vectors):
        super().__init__()
        self.words = nn.Embedding.from_pretrained(vectors)  #~ frozen-parameter
        self.register_buffer("start", vectors.clone())

    def forward(self, a, b):
        return F.cosine_similarity(self.words(a), self.words(b))

    def drift(self):
        return (self.words.weight - self.start).pow(2).mean()


def main():
    torch.manual_seed(0)
    words = ["big", "large", "small", "tiny", "red", "crimson"]
    index = {w: i for i, w in enumerate(words)}
    pairs = [("big", "large"), ("small", "tiny"), ("red", "crimson")]
    model = WordSimilarity(load_vectors(words))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    a = torch.tensor([index[p] for p, _ in pairs])  #! decoy
    b = torch.tensor([index[q] for _, q in pairs])
    for step in range(4):
        loss = (1 - model(a, b)).mean() + 0.1 * model.drift()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
