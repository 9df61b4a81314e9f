import torch
import torch.nn as nn
import torch.nn.functional as F

from penalties import Orthogonal


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
    opt, penalty = torch.optim.Adam(net.parameters(), lr=1e-2), Orthogonal(0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = loss + penalty(net)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
