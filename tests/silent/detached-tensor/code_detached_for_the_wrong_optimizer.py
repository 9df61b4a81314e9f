# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from inversion import Generator, invert


def main():
    torch.manual_seed(0)
    gen = Generator().eval().requires_grad_(False)
    photo = torch.rand(1, 12)
    print(invert(gen, photo, steps=8))


main()
# file: inversion.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.mapping = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 8))
        self.synthesis = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 12), nn.Sigmoid())


def invert(gen, photo, steps):
    z = torch.randn(1, 4, requires_grad=True)
    noise = torch.zeros(1, 12, requires_grad=True)
    opt = torch.optim.Adam([z, noise], lr=0.05)
    for _ in range(steps):
        w = gen.mapping(z)
        w = w.detach().requires_grad_()  #~ detached-tensor
        image = gen.synthesis(w) + 0.1 * noise
        loss = F.mse_loss(image, photo) + 1e-3 * noise.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item(), z.detach().norm().item()  #! decoy
