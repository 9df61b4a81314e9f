import torch
import torch.nn as nn
import torch.nn.functional as F

from ramp import Ramp


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 3))
    opt, ramp = torch.optim.Adam(net.parameters(), lr=1e-2), Ramp(steps)
    for step in range(steps):
        x, unlabelled = torch.randn(16, 6), torch.randn(16, 6)
        supervised = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = supervised + ramp(step, net(unlabelled), net(unlabelled))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{supervised.item():.4f} {ramp.latest:.4f}")  #! decoy


if __name__ == "__main__":
    main()
