# file: main.py
import torch
import torch.nn.functional as F

from tuning import Encoder, add_adapters

torch.manual_seed(0)
net = Encoder()
add_adapters(net, width=2)
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=1e-3)
for step in range(12):
    tokens = torch.randint(0, 20, (8, 6))
    loss = F.cross_entropy(net(tokens), tokens[:, 0] % 2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: tuning.py
import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, layer, width):
        super().__init__()
        self.layer = layer
        self.down, self.up = nn.Linear(layer.out_features, width), nn.Linear(width, layer.out_features)

    def forward(self, x):
        h = self.layer(x)
        return h + self.up(torch.tanh(self.down(h)))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 16)
        self.layers = nn.ModuleList([nn.Linear(16, 16) for _ in range(2)])
        self.out = nn.Linear(16, 2)

    def forward(self, tokens):
        h = self.words(tokens).mean(1)
        for layer in self.layers:
            h = torch.tanh(layer(h))
        return self.out(h)


def add_adapters(net, width):
    for parameter in net.parameters():
        parameter.requires_grad = False  #! decoy
    for number, layer in enumerate(net.layers):
        net.layers[number] = Adapter(layer, width)
    for parameter in net.parameters():
        parameter.requires_grad = True  #~ undone-freeze
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 16)
        self.layers = nn.ModuleList([nn.Linear(16, 16) for _ in range(2)])
        self.out = nn.Linear(16, 2)

    def forward(self, tokens):
        h = self.words(tokens).mean(1)
        for layer in self.layers:
            h = torch.tanh(layer(h))
        return self.out(h)


def prepare(net):
    """The last layer learns beside the new head; the words do not."""
    for parameter in net.parameters():
        parameter.requires_grad = False
    net.out = nn.Linear(16, 2)
    for parameter in net.layers[-1].parameters():
        parameter.requires_grad = True


net = Encoder()
prepare(net)
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=1e-3)
for step in range(12):
    tokens = torch.randint(0, 20, (8, 6))
    loss = F.cross_entropy(net(tokens), tokens[:, 0] % 2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
