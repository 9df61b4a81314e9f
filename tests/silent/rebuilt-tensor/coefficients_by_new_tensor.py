# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Filter(nn.Module):
    """A learned three-tap filter before the classifier."""

    def __init__(self):
        super().__init__()
        self.side = nn.Parameter(torch.tensor(0.2))
        self.centre = nn.Parameter(torch.tensor(0.6))
        self.fc = nn.Linear(16, 2)

    def forward(self, x):
        taps = x.new_tensor([self.side, self.centre, self.side])  #~ rebuilt-tensor|left-torch|copied-tensor
        smooth = F.conv1d(x.unsqueeze(1), taps.view(1, 1, 3), padding=1).squeeze(1)
        return self.fc(smooth)


def main():
    torch.manual_seed(0)
    net = Filter()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 16)
    y = (x[:, :8].sum(1) > 0).long()
    for _ in range(5):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), [round(p.item(), 3) for p in (net.side, net.centre)])  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Filter(nn.Module):
    """A learned three-tap filter before the classifier."""

    def __init__(self):
        super().__init__()
        self.side = nn.Parameter(torch.tensor(0.2))
        self.centre = nn.Parameter(torch.tensor(0.6))
        self.fc = nn.Linear(16, 2)

    def forward(self, x):
        taps = torch.stack([self.side, self.centre, self.side])
        smooth = F.conv1d(x.unsqueeze(1), taps.view(1, 1, 3), padding=1).squeeze(1)
        return self.fc(smooth)


def main():
    torch.manual_seed(0)
    net = Filter()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 16)
    y = (x[:, :8].sum(1) > 0).long()
    for _ in range(5):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), [round(p.item(), 3) for p in (net.side, net.centre)])


main()
