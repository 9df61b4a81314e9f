# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def set_trainable(module, flag):
    for p in module.parameters():
        if p.requires_grad:  #~ frozen-parameter
            p.requires_grad = flag  #~ frozen-parameter


class Audio(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.encoder(x))


def fit(model, x, y, epochs, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(epochs):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()  #! decoy


def main():
    torch.manual_seed(0)
    model = Audio()
    x = torch.randn(40, 8)
    y = x[:, :3].argmax(1)
    set_trainable(model.encoder, False)
    print("linear evaluation", fit(model, x, y, 4, 1e-2))
    set_trainable(model.encoder, True)
    print("fine-tuning", fit(model, x, y, 4, 1e-3))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


class Audio(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.encoder(x))


def fit(model, x, y, epochs, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(epochs):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = Audio()
    x = torch.randn(40, 8)
    y = x[:, :3].argmax(1)
    set_trainable(model.encoder, False)
    print("linear evaluation", fit(model, x, y, 4, 1e-2))
    set_trainable(model.encoder, True)
    print("fine-tuning", fit(model, x, y, 4, 1e-3))


main()
