# file: main.py
import torch
import torch.nn.functional as F

from centre import CentreLoss, Net


def main():
    torch.manual_seed(0)
    net, pull = Net(), CentreLoss(10)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    mean_loss = 0.0
    for step in range(4):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        features, logits = net(x)
        loss = F.cross_entropy(logits, y) + 0.01 * pull(features)
        opt.zero_grad()
        loss.backward()
        opt.step()
        mean_loss = 0.9 * mean_loss + 0.1 * loss.item()  #! decoy
        print(step, mean_loss)


main()
# file: centre.py
import torch
import torch.nn as nn


class CentreLoss:
    """Draws features to a slowly moving centre of all batches."""

    def __init__(self, dim, momentum=0.9):
        self.momentum, self.centre = momentum, torch.zeros(dim)

    def __call__(self, features):
        mean = features.mean(0)
        self.centre = self.momentum * self.centre + (1 - self.momentum) * mean  #~ backward-twice
        return (features - self.centre).pow(2).sum(1).mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(6, 10), nn.ReLU()), nn.Linear(10, 3)

    def forward(self, x):
        h = self.body(x)
        return h, self.head(h)
