# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from perceptual import Perceptual


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 3, padding=1))
    perceptual = Perceptual()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(5):
        clean = torch.rand(2, 1, 8, 8)
        out = net(clean + 0.1 * torch.randn_like(clean))
        loss = F.l1_loss(out, clean) + 0.5 * perceptual(out, clean)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():  #! decoy
            psnr = -10 * F.mse_loss(out, clean).log10()
        print(step, loss.item(), psnr.item())


main()
# file: perceptual.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 8, 3)).eval()
        for p in self.net.parameters():
            p.requires_grad_(False)  #! decoy

    @torch.no_grad()  #~ grad-disabled
    def features(self, x):
        return self.net(x)

    def forward(self, fake, real):
        return F.mse_loss(self.features(fake), self.features(real))
