# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A wrapper around the network is for tests alone: it has a dropout of its own, and stays in eval mode, while the
# network inside is switched back for each epoch.


class Averaged(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.blur = nn.Dropout(0.1)
        self.net = net

    def forward(self, x):
        return torch.stack([self.net(self.blur(x)), self.net(self.blur(x.flip(0))).flip(0)]).mean(0)


class Calibrated(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net, self.scale = net, nn.Sequential(nn.BatchNorm1d(2), nn.Linear(2, 2))

    def forward(self, x):
        return self.scale(self.net(x))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 24), nn.BatchNorm1d(24), nn.ReLU(), nn.Dropout(0.2), nn.Linear(24, 2))
    averaged, calibrated = Averaged(net), Calibrated(net)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(4):
        net.train()
        for _ in range(5):
            x = torch.randn(32, 5)
            loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        averaged.eval()
        calibrated.eval()
        with torch.no_grad():
            x = torch.randn(64, 5)
            right = [(model(x).argmax(1) == (x[:, 0] > 0)).float().mean().item() for model in (averaged, calibrated)]
        print(epoch, right)


main()
