# file: main.py
import torch
import torch.nn as nn

from guidance import guide


class Denoiser(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.q, self.k, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.maps = []

    def forward(self, z, text):
        attn = (self.q(z) @ self.k(text).transpose(-1, -2)).softmax(-1)
        self.maps.append(attn)
        return self.out(z + attn @ text)


def main():
    torch.manual_seed(0)
    net = Denoiser().requires_grad_(False)
    text = torch.randn(1, 4, 8)
    latents = torch.randn(1, 16, 8)
    region = torch.arange(4, 9)
    for t in range(5, 0, -1):
        latents, score = guide(net, latents, text, region, step=0.5)
        with torch.no_grad():  #! decoy
            latents = latents - 0.1 * net(latents, text)
        net.maps.clear()
        print(t, score)


main()
# file: guidance.py
import torch


def box_score(maps, region, token=1):
    inside = maps[-1][0, region, token].mean()
    return 1 - inside


def guide(net, latents, text, region, step):
    """Moves the latents so that the token's attention lies in its box."""
    with torch.enable_grad():
        net(latents, text)
        latents = latents.clone().detach().requires_grad_(True)  #~ unused-input|detached-tensor
        loss = box_score(net.maps, region)
        (grad,) = torch.autograd.grad(loss, [latents])
    return latents.detach() - step * grad, loss.item()
