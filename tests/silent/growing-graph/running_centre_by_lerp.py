# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from centre import Centre


def main(steps=24):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    centre = Centre(4)
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(32, 6)
        z = net(x)
        loss = F.cross_entropy(z, x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        centre.follow(z)
        if step % 5 == 0:
            print(step, round(loss.item(), 4), [round(v, 2) for v in centre.value.tolist()])


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=24):
    """Each new centre hangs on one graph only: that of its own step."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    centre, mean = torch.zeros(4), torch.zeros(4)
    for step in range(steps):
        x = torch.randn(32, 6)
        z = net(x)
        centre = torch.lerp(centre.detach(), z.mean(0), 0.1)
        mean = mean.detach() + (z.mean(0) - mean.detach()) / (step + 1)
        loss = F.cross_entropy(z - centre, x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, loss.item(), centre.tolist(), mean.tolist())


main()
# file: centre.py
import torch


class Centre:
    def __init__(self, d, rate=0.1):
        self.value, self.rate = torch.zeros(d), rate

    def follow(self, z):
        self.value = torch.lerp(self.value, z.mean(0), self.rate)  #~ growing-graph
