# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def corrupted(x):
    return x + 0.3 * torch.randn_like(x)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 12)
        self.decoder = nn.Linear(12, 6)
        self.head = nn.Linear(12, 2)

    def forward(self, x):
        h = self.encoder(x).tanh()
        return self.decoder(h), self.head(h)


def main():
    torch.manual_seed(0)
    net = Denoiser()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(20, 6)
        noisy = corrupted(x)
        restored, logits = net(noisy)
        smooth = restored.diff(dim=1).abs().mean()
        loss = F.cross_entropy(logits, (x[:, 0] > 0).long()) + 0.1 * smooth
        loss = loss + F.mse_loss(noisy, x)  #~ constant-term
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def corrupted(x):
    return x + 0.3 * torch.randn_like(x)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 12)
        self.decoder = nn.Linear(12, 6)
        self.head = nn.Linear(12, 2)

    def forward(self, x):
        h = self.encoder(x).tanh()
        return self.decoder(h), self.head(h)


def main():
    torch.manual_seed(0)
    net = Denoiser()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(20, 6)
        noisy = corrupted(x)
        restored, logits = net(noisy)
        smooth = restored.diff(dim=1).abs().mean()
        loss = F.cross_entropy(logits, (x[:, 0] > 0).long()) + 0.1 * smooth
        loss = loss + F.mse_loss(restored, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
