import torch
import torch.nn as nn


class CachedDecoder(nn.Module):
    """Decodes one token at a time and keeps keys and values in a preallocated cache."""

    def __init__(self, vocab=11, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.head = nn.Linear(dim, vocab)
        self.scale = dim ** -0.5

    def forward(self, tokens):
        batch, length = tokens.shape
        dim = self.embed.embedding_dim
        keys = torch.zeros(batch, length, dim)
        values = torch.zeros(batch, length, dim)
        logits = torch.empty(batch, length, self.head.out_features)
        for t in range(length):
            x = self.embed(tokens[:, t])
            keys[:, t] = self.k(x)  #~ modified-in-place
            values[:, t] = self.v(x)  #~ modified-in-place
            score = torch.einsum("bd,btd->bt", self.q(x), keys[:, : t + 1]) * self.scale
            score -= score.amax(dim=1, keepdim=True).detach()  #! decoy
            mixed = torch.einsum("bt,btd->bd", score.softmax(-1), values[:, : t + 1])
            logits[:, t] = self.head(x + mixed)  #! decoy
        return logits


def main():
    torch.manual_seed(0)
    model = CachedDecoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    text = torch.randint(0, 11, (40,))
    for step in range(3):
        starts = torch.randint(0, 30, (4,))
        window = torch.stack([text[s:s + 7] for s in starts.tolist()])
        logits = model(window[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), window[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
