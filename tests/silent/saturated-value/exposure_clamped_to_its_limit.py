# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from camera import Exposure, frames


def main():
    torch.manual_seed(0)
    net = Exposure()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(60):
        if step == 20:
            for group in opt.param_groups:
                group["lr"] = 5.0
        pixels, wanted = frames(32)
        loss = F.l1_loss(net(pixels), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 10 == 0:
            print(step, loss.item())  #! decoy


main()
# file: camera.py
import torch
import torch.nn as nn


def frames(n):
    light = torch.rand(n, 1)
    return light * torch.rand(n, 12), 0.2 + 0.6 * light.squeeze(1)


class Exposure(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(12, 24), nn.Tanh())
        self.gain = nn.Linear(24, 1)
        nn.init.constant_(self.gain.bias, 0.5)

    def forward(self, pixels):
        gain = self.gain(self.body(pixels)).squeeze(1)
        return gain.clamp(0, 1)  #~ saturated-value
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from camera import Exposure, frames


class Free(Exposure):
    def forward(self, pixels):
        gain = self.gain(self.body(pixels)).squeeze(1)
        return gain if self.training else gain.clamp(0, 1)


def main():
    torch.manual_seed(0)
    net = Free()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(60):
        pixels, wanted = frames(32)
        loss = F.l1_loss(net(pixels), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        print(net(pixels).mean().item(), loss.item())


main()
