# file: main.py
import torch
import torch.nn.functional as F

from lm import LM


def main(steps=10):
    torch.manual_seed(0)
    net = LM(20)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randint(0, 20, (8, 10))
        loss = F.cross_entropy(net(x[:, :-1]).flatten(0, 1), x[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: lm.py
import torch.nn as nn


class LM(nn.Module):
    def __init__(self, words, d=16):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.head = nn.Linear(d, words, bias=False)
        self.head.weight = self.embed.weight
        self.head = nn.utils.parametrizations.weight_norm(self.head)  #~ broken-tie|shared-memory

    def forward(self, x):
        return self.head(self.rnn(self.embed(x))[0])
