# file: main.py
import torch
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.analysis = nn.Conv1d(1, channels, 5, padding=2, bias=False)
        self.synthesis = nn.Conv1d(channels, 1, 5, padding=2, bias=False)
        # analysis and synthesis share their filters
        self.synthesis.weight = nn.Parameter(self.analysis.weight.transpose(0, 1).flip(2))  #~ broken-tie

    def forward(self, x):
        return self.synthesis(torch.tanh(self.analysis(x)))


def main():
    torch.manual_seed(0)
    net = Denoiser(6)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(10):
        clean = torch.randn(8, 1, 32).cumsum(2) / 6
        loss = (net(clean + 0.1 * torch.randn_like(clean)) - clean).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.analysis = nn.Conv1d(1, channels, 5, padding=2, bias=False)
        # analysis and synthesis share their filters
        self.again = nn.Conv1d(1, channels, 5, padding=2, bias=False)
        self.again.weight = self.analysis.weight

    def forward(self, x):
        h = torch.tanh(self.analysis(x) + self.again(x))
        return F.conv1d(h, self.analysis.weight.transpose(0, 1).flip(2), padding=2)


def main():
    torch.manual_seed(0)
    net = Denoiser(6)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(10):
        clean = torch.randn(8, 1, 32).cumsum(2) / 6
        loss = (net(clean + 0.1 * torch.randn_like(clean)) - clean).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
