# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def repackage(h):
    return h.detach()  #~ detached-state


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.cell, self.out = nn.Embedding(12, 6), nn.GRUCell(6, 10), nn.Linear(10, 3)

    def forward(self, tokens):
        h = torch.zeros(tokens.shape[1], 10)
        for token in tokens:
            h = repackage(h)  #~ detached-state
            h = self.cell(self.embed(token), h)
        return self.out(h)


torch.manual_seed(0)
net = Reader()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(8):
    tokens = torch.randint(0, 12, (6, 16))
    loss = F.cross_entropy(net(tokens), tokens[0] % 3)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def repackage(h):
    return h.detach()


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.cell, self.out = nn.Embedding(12, 6), nn.GRUCell(6, 10), nn.Linear(10, 3)

    def forward(self, tokens):
        h = torch.zeros(tokens.shape[1], 10)
        for token in tokens:
            h = self.cell(self.embed(token), h)
        return self.out(h)


torch.manual_seed(0)
net = Reader()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(8):
    tokens = torch.randint(0, 12, (6, 16))
    loss = F.cross_entropy(net(tokens), tokens[0] % 3)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
