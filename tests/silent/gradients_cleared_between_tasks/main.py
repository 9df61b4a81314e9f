import torch
import torch.nn as nn

from balance import balanced_step


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(8, 24), nn.ReLU())
        self.depth, self.normal = nn.Linear(24, 1), nn.Linear(24, 3)

    def forward(self, x):
        h = self.trunk(x)
        return self.depth(h), self.normal(h)


def main(steps=12):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randn(32, 8)
        depth, normal = net(x)
        losses = [(depth - x[:, :1]).abs().mean(), (normal - x[:, 1:4]).pow(2).mean()]
        norms = balanced_step(net, opt, losses)
        if step % 4 == 0:
            print(step, [round(l.item(), 4) for l in losses], norms)


if __name__ == "__main__":
    main()
