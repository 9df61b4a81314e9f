# file: main.py
import torch
import torch.nn.functional as F

from xl import Memoriser


def main():
    torch.manual_seed(0)
    net = Memoriser()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(2):
        for layer in net.layers:
            layer.reset()
        text = torch.randint(0, 12, (3, 25))
        for start in range(0, 24, 6):
            x, y = text[:, start:start + 6], text[:, start + 1:start + 7]
            loss = F.cross_entropy(net(x).transpose(1, 2), y)
            opt.zero_grad()
            loss.backward()  #! decoy
            opt.step()
        print(epoch, loss.item())


main()
# file: xl.py
import torch
import torch.nn as nn


class Layer(nn.Module):
    def __init__(self, dim, keep):
        super().__init__()
        self.attend, self.ff = nn.MultiheadAttention(dim, 2, batch_first=True), nn.Linear(dim, dim)
        self.keep, self.memory = keep, None

    def reset(self):
        self.memory = None

    def forward(self, h):
        context = h if self.memory is None else torch.cat([self.memory, h], 1)
        out = h + self.attend(h, context, context, need_weights=False)[0]
        self.memory = context[:, -self.keep:]  #~ backward-twice
        return out + torch.relu(self.ff(out))


class Memoriser(nn.Module):
    def __init__(self, vocab=12, dim=8, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList([Layer(dim, 4) for _ in range(layers)])
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        h = self.embed(ids)
        for layer in self.layers:
            h = layer(h)
        return self.out(h)
