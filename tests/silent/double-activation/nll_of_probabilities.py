# file: main.py
import torch
import torch.nn as nn

from model import SentenceClassifier


def batch(gen, n=16):
    tokens = torch.randint(1, 30, (n, 7), generator=gen)
    return tokens, (tokens[:, 0] % 2).long()


def main(steps=20):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = SentenceClassifier()
    criterion = nn.NLLLoss()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        tokens, label = batch(gen)
        loss = criterion(model(tokens), label)  #~ double-activation
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: model.py
import torch.nn as nn


class SentenceClassifier(nn.Module):
    def __init__(self, vocab=30, dim=12, classes=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.attend = nn.Sequential(nn.Linear(dim, 1), nn.Softmax(dim=1))  #! decoy
        self.fc = nn.Linear(dim, classes)
        self.softmax = nn.Softmax(dim=1)  #~ double-activation

    def forward(self, tokens):
        e = self.embed(tokens)
        return self.softmax(self.fc((self.attend(e) * e).sum(1)))  #~ double-activation
