# file: main.py
import torch
import torch.nn.functional as F

from vit import TinyViT


def main():
    torch.manual_seed(0)
    net = TinyViT(patches=9, dim=12, classes=3)
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
    x = torch.randn(20, 9, 12)
    y = torch.randint(0, 3, (20,))
    for epoch in range(6):
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recurrent(nn.Module):
    """Starts from zeros, projects by fixed random directions, and keeps the bias of its neck at zero."""

    def __init__(self, d=5, h=8):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(1, 1, h), requires_grad=False)
        self.directions = nn.Parameter(torch.randn(d, d) * 0.3, requires_grad=False)
        self.rnn = nn.GRU(d, h, batch_first=True)
        self.neck = nn.BatchNorm1d(h)
        self.neck.bias.requires_grad_(False)
        self.table = nn.Parameter(torch.zeros(4, d), requires_grad=False)
        with torch.no_grad():
            self.table.copy_(torch.eye(4, d))
        self.out = nn.Linear(h, 2)

    def forward(self, x, kind):
        x = x @ self.directions + self.table[kind].unsqueeze(1)
        _, last = self.rnn(x, self.start.expand(-1, len(x), -1).contiguous())
        return self.out(self.neck(last[0]))


torch.manual_seed(0)
model = Recurrent()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, kind, y = torch.randn(16, 7, 5), torch.randint(0, 4, (16,)), torch.randint(0, 2, (16,))
for _ in range(6):
    loss = F.cross_entropy(model(x, kind), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: vit.py
import math

import torch
import torch.nn as nn


def waves(patches, dim):
    position = torch.arange(patches).unsqueeze(1) / 10000 ** (torch.arange(0, dim, 2) / dim)
    return torch.stack([position.sin(), position.cos()], -1).flatten(1)


class TinyViT(nn.Module):
    def __init__(self, patches, dim, classes):
        super().__init__()
        self.position = nn.Parameter(torch.zeros(1, patches + 1, dim), requires_grad=False)  #! decoy
        self.position.data.copy_(waves(patches + 1, dim))
        self.token = nn.Parameter(torch.zeros(1, 1, dim), False)  #~ frozen-parameter
        self.qkv = nn.Linear(dim, 3 * dim)
        self.scale = nn.Parameter(torch.tensor(1 / math.sqrt(dim)), requires_grad=False)  #! decoy
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        x = torch.cat([self.token.expand(len(x), -1, -1), x], 1) + self.position
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.head((torch.softmax(q @ k.transpose(1, 2) * self.scale, -1) @ v)[:, 0])
