# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Clusters(nn.Module):
    def __init__(self, dim=6, number=5):
        super().__init__()
        self.encode, self.centres = nn.Linear(dim, 4), nn.Parameter(torch.randn(number, 4))
        self.decode, self.number = nn.Linear(4, dim), number

    def forward(self, x):
        z = self.encode(x)
        distances = torch.cdist(z, self.centres)
        nearest = distances.argmin(1)  #! decoy
        pulled = F.mse_loss(self.centres[nearest], z.detach())
        counts = F.one_hot(distances.argmin(1), self.number).float().mean(0)  #~ no-derivative
        usual = F.one_hot(nearest, self.number).float().mean(0)
        return self.decode(z), pulled, (counts * usual).sum()


def main():
    torch.manual_seed(0)
    net = Clusters()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 6)
        out, pulled, spread = net(x)
        loss = F.mse_loss(out, x) + pulled + 0.1 * spread
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Clusters(nn.Module):
    def __init__(self, dim=6, number=5):
        super().__init__()
        self.encode, self.centres = nn.Linear(dim, 4), nn.Parameter(torch.randn(number, 4))
        self.decode, self.number = nn.Linear(4, dim), number

    def forward(self, x):
        z = self.encode(x)
        distances = torch.cdist(z, self.centres)
        nearest = distances.argmin(1)
        pulled = F.mse_loss(self.centres[nearest], z.detach())
        counts = (-distances).softmax(1).mean(0)
        usual = F.one_hot(nearest, self.number).float().mean(0)
        return self.decode(z), pulled, (counts * usual).sum()


def main():
    torch.manual_seed(0)
    net = Clusters()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 6)
        out, pulled, spread = net(x)
        loss = F.mse_loss(out, x) + pulled + 0.1 * spread
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
