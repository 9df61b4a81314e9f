# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from loop import update


class Tagger(nn.Module):
    def __init__(self, vocab=20, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, 4)

    def forward(self, tokens):
        return self.out(self.rnn(self.embed(tokens))[0])


def main(steps=10):
    torch.manual_seed(0)
    model = Tagger()
    opt = torch.optim.SGD(model.parameters(), lr=1.0)
    for step in range(steps):
        tokens = torch.randint(0, 20, (8, 9))
        loss = F.cross_entropy(model(tokens).flatten(0, 1), (tokens % 4).flatten())
        update(model, opt, loss)
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: loop.py
import torch.nn as nn


def update(model, opt, loss, max_norm=0.5):
    opt.zero_grad()  #! decoy
    loss.backward()  #! decoy
    opt.step()  #~ clipping-order
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)  #~ clipping-order
