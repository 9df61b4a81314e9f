import torch
import torch.nn as nn
import torch.nn.functional as F

from logs import Norms


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
    opt, norms = torch.optim.SGD(net.parameters(), lr=0.1), Norms()
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        norms.add(net)
        opt.step()
        print(step, f"{loss.item():.4f} {norms.values[-1]:.4f}")  #! decoy


if __name__ == "__main__":
    main()
