# file: main.py
import torch
import torch.nn.functional as F

from towers import Towers


def main():
    torch.manual_seed(0)
    net = Towers()
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for step in range(5):
        sound, image = torch.randn(16, 6), torch.randn(16, 6)
        loss = F.mse_loss(net(sound, image), (sound * image).sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""Two hooks look at one tower; the other one is for a modality that this run has not."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
sound, image = nn.Sequential(nn.Linear(6, 6), nn.ReLU()), nn.Sequential(nn.Linear(6, 6), nn.ReLU())
head, seen = nn.Linear(6, 1), {}


def largest(module, inputs, out):
    seen["largest"] = out.detach().max()


def mean(module, inputs, out):
    seen["mean"] = out.detach().mean()


for tower in (sound, image):
    tower[0].register_forward_hook(largest)
    tower[0].register_forward_hook(mean)
opt = torch.optim.SGD([*sound.parameters(), *image.parameters(), *head.parameters()], lr=1e-2)
for step in range(5):
    x = torch.randn(16, 6)
    loss = F.mse_loss(head(sound(x)), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), seen["mean"].item())
# file: towers.py
import torch
import torch.nn as nn


class Towers(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.sound, self.image = nn.ModuleDict(self.parts(dim)), nn.ModuleDict(self.parts(dim))
        self.score = nn.Linear(2 * dim, 1)
        self.bus = {}
        self.sound["last"].register_forward_hook(self.send_sound)
        self.sound["last"].register_forward_hook(self.send_image)  #~ idle-parameter

    def parts(self, dim):
        return {"first": nn.Linear(dim, dim), "last": nn.Linear(dim, dim)}

    def send_sound(self, module, inputs, out):
        self.bus["sound"] = out

    def send_image(self, module, inputs, out):
        self.bus["image"] = out

    def forward(self, sound, image):
        for tower, x in ((self.image, image), (self.sound, sound)):
            tower["last"](tower["first"](x).relu())
        return self.score(torch.cat([self.bus["sound"], self.bus["image"]], 1))
