# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.down, self.up = nn.Linear(dim, 4), nn.Linear(4, dim)

    def forward(self, x):
        return x + self.up(torch.relu(self.down(x)))


class Encoder(nn.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.adapters = nn.ModuleList()

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = torch.relu(layer(x))
            if len(self.adapters):
                x = self.adapters[i](x)
        return x


def prepare(encoder, classes):
    encoder.adapters.extend(Adapter(8) for _ in encoder.layers)
    for p in encoder.parameters():  #~ frozen-parameter
        p.requires_grad_(False)  #~ frozen-parameter
    return nn.Linear(8, classes)


def main():
    torch.manual_seed(0)
    encoder = Encoder()
    head = prepare(encoder, 3)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)
    x = torch.randn(30, 8)
    y = x[:, :3].argmax(1)
    for _ in range(6):
        loss = F.cross_entropy(head(encoder(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.detach())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.down, self.up = nn.Linear(dim, 4), nn.Linear(4, dim)

    def forward(self, x):
        return x + self.up(torch.relu(self.down(x)))


class Encoder(nn.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.adapters = nn.ModuleList()

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = torch.relu(layer(x))
            if len(self.adapters):
                x = self.adapters[i](x)
        return x


def prepare(encoder, classes):
    encoder.adapters.extend(Adapter(8) for _ in encoder.layers)
    for p in encoder.layers.parameters():
        p.requires_grad_(False)
    return nn.Linear(8, classes)


def main():
    torch.manual_seed(0)
    encoder = Encoder()
    head = prepare(encoder, 3)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)
    x = torch.randn(30, 8)
    y = x[:, :3].argmax(1)
    for _ in range(6):
        loss = F.cross_entropy(head(encoder(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.detach())


main()
