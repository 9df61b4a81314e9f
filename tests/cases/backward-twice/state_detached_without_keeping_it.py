# file: main.py
import torch
import torch.nn.functional as F

from lm import CharModel, chunks


def main():
    torch.manual_seed(0)
    net = CharModel()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    text = torch.randint(0, 10, (3, 31))
    h = None
    for i, (x, y) in enumerate(chunks(text, 6)):
        if h is not None:
            h.detach()  #~ backward-twice
        logits, h = net(x, h)  #~ backward-twice
        loss = F.cross_entropy(logits.transpose(1, 2), y)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        print(i, loss.item())


main()
# file: lm.py
import torch
import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, vocab=10, hidden=12):
        super().__init__()
        self.embed, self.rnn, self.out = nn.Embedding(vocab, 8), nn.GRU(8, hidden, batch_first=True), nn.Linear(hidden, vocab)

    def forward(self, x, h=None):
        y, h = self.rnn(self.embed(x), h)
        return self.out(y), h


def chunks(text, size):
    for i in range(0, text.shape[1] - 1, size):
        n = min(size, text.shape[1] - 1 - i)
        yield text[:, i:i + n], text[:, i + 1:i + n + 1]
