# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from net import Segmenter


def main():
    torch.manual_seed(0)
    net = Segmenter()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.rand(8, 1, 8, 8)
    y = (x[:, 0] > 0.5).long()
    for epoch in range(4):
        net.train()
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.eval()
        with torch.no_grad():  #! decoy
            score = (net(x).argmax(1) == y).float().mean().item()  #! decoy
        print(epoch, loss.item(), score)


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_net import Segmenter


def main():
    torch.manual_seed(0)
    net = Segmenter()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.rand(8, 1, 8, 8)
    y = (x[:, 0] > 0.5).long()
    for epoch in range(4):
        net.train()
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.eval()
        with torch.no_grad():
            score = (net(x).argmax(1) == y).float().mean().item()
        print(epoch, loss.item(), score)


if __name__ == "__main__":
    main()
# file: net.py
import torch
import torch.nn as nn


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU())
        self.head = nn.Conv2d(8, 2, 1)

    def forward(self, x):
        with torch.set_grad_enabled(not self.training):  #~ grad-disabled
            h = self.backbone(x)
        return self.head(h)
# file: quiet_net.py
import torch
import torch.nn as nn


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU())
        self.head = nn.Conv2d(8, 2, 1)

    def forward(self, x):
        with torch.set_grad_enabled(self.training):
            h = self.backbone(x)
        return self.head(h)
