# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self, dim=6, classes=4, drop=0.0):
        super().__init__()
        self.drop = drop
        self.label = nn.Embedding(classes, 16)
        self.time = nn.Linear(1, 16)
        self.inp = nn.Linear(dim, 16)
        self.out = nn.Sequential(nn.ReLU(), nn.Linear(16, dim))

    def forward(self, x, t, y):
        keep = torch.bernoulli(torch.full((len(x), 1), self.drop))  #~ multiplied-by-zero|zero-gradient
        condition = self.label(y) * keep
        return self.out(self.inp(x) + self.time(t) + condition)


def q_sample(x0, t, noise):
    alpha = torch.cos(t * 1.5708) ** 2
    return alpha.sqrt() * x0 + (1 - alpha).sqrt() * noise


@torch.no_grad()  #! decoy
def ema_update(ema, model, decay=0.99):
    for e, p in zip(ema.parameters(), model.parameters()):
        e.lerp_(p, 1 - decay)


def main():
    torch.manual_seed(0)
    model, ema = Denoiser(), Denoiser()
    ema.load_state_dict(model.state_dict())
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for step in range(8):
        y = torch.randint(0, 4, (32,))
        x0 = F.one_hot(y, 6).float() + 0.1 * torch.randn(32, 6)
        t, noise = torch.rand(32, 1), torch.randn(32, 6)
        loss = F.mse_loss(model(q_sample(x0, t, noise), t, y), noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ema_update(ema, model)
    print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self, dim=6, classes=4, drop=0.0):
        super().__init__()
        self.drop = drop
        self.label = nn.Embedding(classes, 16)
        self.time = nn.Linear(1, 16)
        self.inp = nn.Linear(dim, 16)
        self.out = nn.Sequential(nn.ReLU(), nn.Linear(16, dim))

    def forward(self, x, t, y):
        keep = torch.bernoulli(torch.full((len(x), 1), 1 - self.drop))
        condition = self.label(y) * keep
        return self.out(self.inp(x) + self.time(t) + condition)


def q_sample(x0, t, noise):
    alpha = torch.cos(t * 1.5708) ** 2
    return alpha.sqrt() * x0 + (1 - alpha).sqrt() * noise


@torch.no_grad()
def ema_update(ema, model, decay=0.99):
    for e, p in zip(ema.parameters(), model.parameters()):
        e.lerp_(p, 1 - decay)


def main():
    torch.manual_seed(0)
    model, ema = Denoiser(), Denoiser()
    ema.load_state_dict(model.state_dict())
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for step in range(8):
        y = torch.randint(0, 4, (32,))
        x0 = F.one_hot(y, 6).float() + 0.1 * torch.randn(32, 6)
        t, noise = torch.rand(32, 1), torch.randn(32, 6)
        loss = F.mse_loss(model(q_sample(x0, t, noise), t, y), noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ema_update(ema, model)
    print(loss.item())


main()
