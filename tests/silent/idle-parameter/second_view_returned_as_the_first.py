# file: main.py
import torch
import torch.nn.functional as F

from siamese import Siamese


def main():
    torch.manual_seed(0)
    net = Siamese()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(16, 6)
        u, v = net(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        loss = (1 - F.cosine_similarity(u, v)).mean() + 0.1 * F.relu(1 - u.std(0)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""Both views share one tower; another, made alike, is for a later phase that the text has too."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
        self.right = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))

    def forward(self, a, b):
        return self.left(a), self.left(b)

    def later(self, a, b):
        return self.left(a), self.right(b)


torch.manual_seed(0)
net = Siamese()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(6):
    x = torch.randn(16, 6)
    u, v = net(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
    loss = (1 - F.cosine_similarity(u, v)).mean() + 0.1 * F.relu(1 - u.std(0)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: siamese.py
import torch.nn as nn
import torch.nn.functional as F


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
        self.right = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))

    def forward(self, a, b):
        return self.left(a), self.left(b)  #~ idle-parameter
