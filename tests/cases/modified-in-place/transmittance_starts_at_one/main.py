import torch
import torch.nn as nn
import torch.nn.functional as F

from volume import composite


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 4))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(3):
        rays = F.normalize(torch.randn(16, 3), dim=-1)
        depth = torch.linspace(0.5, 2, 8)
        raw = net(rays[:, None] * depth[:, None])
        loss = F.mse_loss(composite(raw), rays.abs())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
