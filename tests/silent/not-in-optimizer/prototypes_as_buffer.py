import torch
import torch.nn as nn
import torch.nn.functional as F


class PrototypeNet(nn.Module):
    def __init__(self, d, classes, dim=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 24), nn.ReLU(), nn.Linear(24, dim))
        self.register_buffer("prototypes", F.normalize(torch.randn(classes, dim), dim=1))  #~ not-in-optimizer|leaf-without-grad|unregistered-parameter|unregistered-module|frozen-parameter
        self.scale = nn.Parameter(torch.tensor(5.0))

    def forward(self, x):
        z = F.normalize(self.encoder(x), dim=1)
        return self.scale * z @ self.prototypes.t()


def separation_loss(prototypes):
    similarity = prototypes @ prototypes.t() - torch.eye(len(prototypes))
    return similarity.clamp_min(0).mean()


def main():
    torch.manual_seed(0)
    net = PrototypeNet(6, 4)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    y = x[:, :4].argmax(1)
    for _ in range(6):
        separation = separation_loss(net.prototypes)
        loss = F.cross_entropy(net(x), y) + 0.1 * separation
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), separation.item())  #! decoy


main()
