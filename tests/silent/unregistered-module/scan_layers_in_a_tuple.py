import torch
import torch.nn as nn
import torch.nn.functional as F


class Mixer(nn.Module):
    def __init__(self, d=6, h=8, depth=2):
        super().__init__()
        self.inp = nn.Linear(d, h)
        self.blocks = tuple((nn.Linear(h, h), nn.LayerNorm(h)) for _ in range(depth))  #~ unregistered-module
        self.out = nn.Linear(h, 1)

    def forward(self, x):
        h = self.inp(x)
        for linear, norm in self.blocks:
            h = h + torch.relu(linear(norm(h)))
        return self.out(h)


def main():
    torch.manual_seed(0)
    net = Mixer()
    print(sum(p.numel() for p in net.parameters() if p.requires_grad), "parameters")
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(32, 6)
    y = x.norm(dim=1, keepdim=True)
    for _ in range(6):
        loss = F.smooth_l1_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
