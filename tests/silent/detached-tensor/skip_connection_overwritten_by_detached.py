# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Cache(dict):
    """Activations by layer name, kept for the skip connections."""

    def hook(self, name):
        def save(module, args, output):
            self[name] = output.detach()  #~ detached-tensor
        return save


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 6, 3, padding=1)
        self.edge = nn.Conv2d(1, 4, 3, padding=1)
        self.up = nn.Conv2d(10, 1, 3, padding=1)
        self.cache = Cache()
        self.edge.register_forward_hook(self.cache.hook("edge"))

    def forward(self, x):
        self.edge(x)
        h = torch.relu(self.down(x))
        return self.up(torch.cat([h, self.cache["edge"]], dim=1))


def main():
    torch.manual_seed(0)
    net = UNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.rand(6, 1, 8, 8)
    y = F.avg_pool2d(x, 3, 1, 1)
    for epoch in range(5):
        out = net(x)
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), out.detach().max().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Cache(dict):
    """Activations by layer name, kept for the skip connections."""

    def hook(self, name):
        def save(module, args, output):
            self[name] = output
        return save


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 6, 3, padding=1)
        self.edge = nn.Conv2d(1, 4, 3, padding=1)
        self.up = nn.Conv2d(10, 1, 3, padding=1)
        self.cache = Cache()
        self.edge.register_forward_hook(self.cache.hook("edge"))

    def forward(self, x):
        self.edge(x)
        h = torch.relu(self.down(x))
        return self.up(torch.cat([h, self.cache["edge"]], dim=1))


def main():
    torch.manual_seed(0)
    net = UNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.rand(6, 1, 8, 8)
    y = F.avg_pool2d(x, 3, 1, 1)
    for epoch in range(5):
        out = net(x)
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), out.detach().max().item())


main()
