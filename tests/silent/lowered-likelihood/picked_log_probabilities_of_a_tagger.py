# file: main.py
import torch
from torch import nn

from tags import Tagger, sentences


def likelihood(scores, tags):
    log_probs = torch.log_softmax(scores, dim=-1)
    return log_probs.gather(-1, tags.unsqueeze(-1)).squeeze(-1).sum(dim=1).mean()  #~ lowered-likelihood


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for step in range(12):
        words, tags = sentences(16)
        loss = likelihood(model(words), tags) / 6
        penalty = 1e-4 * sum(p.square().sum() for p in model.parameters())  #! decoy
        optimizer.zero_grad()
        (loss + penalty).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 4 == 3:
            print(step, f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
from torch import nn

from tags import Tagger, sentences


def likelihood(scores, tags):
    log_probs = torch.log_softmax(scores, dim=-1)
    return log_probs.gather(-1, tags.unsqueeze(-1)).squeeze(-1).sum(dim=1).mean()


def train(model, optimizer, sign, steps=6, turn=False):
    for _ in range(steps):
        words, tags = sentences(16)
        loss = sign * likelihood(model(words), tags)
        optimizer.zero_grad()
        loss.backward()
        if turn:
            for p in model.parameters():
                p.grad.neg_()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    print(f"{loss.item():.4f}")


def main():
    torch.manual_seed(0)
    model = Tagger()
    train(model, torch.optim.AdamW(model.parameters(), lr=3e-3), -1.0)
    forgetting = torch.optim.SGD(model.parameters(), lr=1e-2)
    train(model, forgetting, 1.0)

    other = Tagger()
    train(other, torch.optim.Adam(other.parameters(), lr=3e-3, maximize=True), 1.0)

    turned = Tagger()
    train(turned, torch.optim.SGD(turned.parameters(), lr=1e-2), 1.0, turn=True)


main()
# file: tags.py
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, words=30, tags=5):
        super().__init__()
        self.table, self.scores = nn.Embedding(words, 12), nn.Linear(12, tags)

    def forward(self, words):
        return self.scores(torch.tanh(self.table(words)))


def sentences(n, length=6):
    words = torch.randint(0, 30, (n, length))
    return words, words % 5
