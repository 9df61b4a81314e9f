# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.vision = nn.Sequential(nn.Conv1d(2, 6, 3, padding=1), nn.ReLU())
        self.bridge = nn.Linear(6, 10)
        self.mixer = nn.Linear(10, 10)
        self.decoder = nn.Linear(10, 7)

    def forward(self, x):
        h = self.vision(x).mean(-1)
        return self.decoder(torch.tanh(self.mixer(torch.tanh(self.bridge(h)))))


def layerwise(model, lr, factor):
    parts = [model.mixer, model.bridge, model.vision]
    return [{"params": part.parameters(), "lr": lr * factor**depth} for depth, part in enumerate(parts)]


def main():
    torch.manual_seed(0)
    model = Captioner()
    opt = torch.optim.AdamW(layerwise(model, 1e-2, 0.8))  #~ not-in-optimizer
    for step in range(6):
        x = torch.randn(16, 2, 9)
        loss = F.cross_entropy(model(x), torch.randint(0, 7, (16,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.vision = nn.Sequential(nn.Conv1d(2, 6, 3, padding=1), nn.ReLU())
        self.bridge = nn.Linear(6, 10)
        self.mixer = nn.Linear(10, 10)
        self.decoder = nn.Linear(10, 7)

    def forward(self, x):
        h = self.vision(x).mean(-1)
        return self.decoder(torch.tanh(self.mixer(torch.tanh(self.bridge(h)))))


def layerwise(model, lr, factor):
    parts = [model.decoder, model.mixer, model.bridge, model.vision]
    return [{"params": part.parameters(), "lr": lr * factor**depth} for depth, part in enumerate(parts)]


def main():
    torch.manual_seed(0)
    model = Captioner()
    opt = torch.optim.AdamW(layerwise(model, 1e-2, 0.8))
    for step in range(6):
        x = torch.randn(16, 2, 9)
        loss = F.cross_entropy(model(x), torch.randint(0, 7, (16,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
