# file: main.py
import torch

from language import CharModel
from loop import Loop


def main(steps=15):
    torch.manual_seed(0)
    net = CharModel()
    opt = torch.optim.SGD(net.parameters(), lr=0.5)
    loop = Loop(net, opt, clip=0.25)
    text = torch.randint(0, 12, (8, 200))
    for step in range(steps):
        start = int(torch.randint(0, 180, (1,)))
        loss = loop.run(text[:, start : start + 12], text[:, start + 1 : start + 13])
        if step % 5 == 0:
            print(step, round(loss, 4))


if __name__ == "__main__":
    main()
# file: language.py
import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, symbols=12, d=16):
        super().__init__()
        self.embed = nn.Embedding(symbols, d)
        self.rnn = nn.LSTM(d, d, batch_first=True)
        self.out = nn.Linear(d, symbols)

    def forward(self, x):
        return self.out(self.rnn(self.embed(x))[0])
# file: loop.py
import torch.nn as nn
import torch.nn.functional as F


class Loop:
    def __init__(self, net, opt, clip):
        self.net, self.opt, self.clip = net, opt, clip
        self.stages = [self.clear, self.limit, self.differentiate, self.apply]  #~ clipping-order

    def clear(self):
        self.opt.zero_grad()

    def limit(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), self.clip)  #~ clipping-order

    def differentiate(self):
        self.loss.backward()

    def apply(self):
        self.opt.step()

    def run(self, x, y):
        self.loss = F.cross_entropy(self.net(x).flatten(0, 1), y.flatten())
        for stage in self.stages:
            stage()
        return self.loss.item()
