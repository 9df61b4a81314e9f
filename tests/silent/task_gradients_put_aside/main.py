import torch
import torch.nn as nn
import torch.nn.functional as F

from surgery import combine


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        out = net(x)
        losses = [F.mse_loss(out[:, 0], x[:, 0]), F.l1_loss(out[:, 1], x[:, 1])]
        combine(net, opt, losses)
        opt.step()
        print(step, [f"{loss.item():.4f}" for loss in losses])  #! decoy


if __name__ == "__main__":
    main()
