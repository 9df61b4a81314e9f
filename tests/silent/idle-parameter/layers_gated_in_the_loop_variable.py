# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gated(nn.Module):
    def __init__(self, layer, dim):
        super().__init__()
        self.layer, self.gate = layer, nn.Linear(dim, dim)

    def forward(self, x):
        return self.layer(x) * torch.sigmoid(self.gate(x))


def main():
    torch.manual_seed(0)
    layers = nn.ModuleList([nn.Linear(6, 6) for _ in range(3)])
    head = nn.Linear(6, 2)
    fresh = []
    for layer in layers:
        layer = Gated(layer, 6)  #~ idle-parameter
        fresh.append(layer.gate)
    opt = torch.optim.Adam([*layers.parameters(), *head.parameters(), *[p for g in fresh for p in g.parameters()]], lr=1e-2)
    for step in range(6):
        x, y = torch.randn(16, 6), torch.randint(0, 2, (16,))
        h = x
        for each in layers:
            h = torch.tanh(each(h))
        loss = F.cross_entropy(head(h), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gated(nn.Module):
    def __init__(self, layer, dim):
        super().__init__()
        self.layer, self.gate = layer, nn.Linear(dim, dim)

    def forward(self, x):
        return self.layer(x) * torch.sigmoid(self.gate(x))


def main():
    torch.manual_seed(0)
    layers = nn.ModuleList([nn.Linear(6, 6) for _ in range(3)])
    head = nn.Linear(6, 2)
    fresh = []
    for i, layer in enumerate(layers):
        layer = Gated(layer, 6)
        layers[i] = layer
        fresh.append(layer.gate)
    opt = torch.optim.Adam([*[p for g in layers for p in g.layer.parameters()], *head.parameters(), *[p for g in fresh for p in g.parameters()]], lr=1e-2)
    for step in range(6):
        x, y = torch.randn(16, 6), torch.randint(0, 2, (16,))
        h = x
        for each in layers:
            h = torch.tanh(each(h))
        loss = F.cross_entropy(head(h), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
