import torch
import torch.nn as nn
import torch.nn.functional as F

from sgdm import Momentum


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = Momentum(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(32, 5)
        loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
