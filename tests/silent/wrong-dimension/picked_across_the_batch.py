import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, vocab=12, dim=10, tags=4):
        super().__init__()
        self.embed, self.out = nn.Embedding(vocab, dim), nn.Linear(dim, tags)
        self.normalise = nn.LogSoftmax(dim=0)

    def forward(self, words):
        return self.normalise(self.out(self.embed(words)))  #~ wrong-dimension


def negative_log_likelihood(log_probs, tags):
    return -log_probs.gather(1, tags.unsqueeze(1)).mean()  #! decoy


def main(steps=8):
    torch.manual_seed(0)
    tagger = Tagger()
    opt = torch.optim.SGD(tagger.parameters(), lr=0.5)
    for step in range(steps):
        words = torch.randint(0, 12, (16,))
        loss = negative_log_likelihood(tagger(words), words % 4)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
