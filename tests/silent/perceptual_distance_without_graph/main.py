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
