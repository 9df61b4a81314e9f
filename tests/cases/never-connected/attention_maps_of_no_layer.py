# file: main.py
import torch

from edit.guidance import cross_attention_guidance
from edit.unet import CrossAttention, Unet


def main():
    torch.manual_seed(0)
    unet = Unet(dim=6)
    unet.requires_grad_(False)  #! decoy
    text, latent = torch.randn(1, 3, 6), torch.randn(1, 5, 6)
    unet(latent, text)
    reference = {name: m.probs.clone() for name, m in unet.named_modules() if isinstance(m, CrossAttention)}
    for step in range(3):
        latent = cross_attention_guidance(unet, latent, text, reference, scale=0.1)
        print(step, latent.norm().item())


if __name__ == "__main__":
    main()
# file: edit/__init__.py
# file: edit/guidance.py
def cross_attention_guidance(unet, latent, text, reference, scale):
    """Moves the latent so that the maps stay like those of the source image."""
    latent = latent.detach().requires_grad_(True)  #! decoy
    unet(latent, text)
    loss = 0.0  #~ never-connected
    for name, module in unet.named_modules():
        if type(module).__name__ == "Attention":  #~ never-connected
            loss = loss + ((module.probs - reference[name]) ** 2).sum(dim=(1, 2)).mean()
    loss.backward()
    return (latent - scale * latent.grad).detach()  #! decoy
# file: edit/unet.py
import torch.nn as nn


class CrossAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.probs = None

    def forward(self, h, context):
        self.probs = (self.q(h) @ self.k(context).transpose(1, 2)).softmax(dim=-1)
        return h + self.probs @ self.v(context)


class Unet(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.down, self.up = CrossAttention(dim), CrossAttention(dim)

    def forward(self, latent, text):
        return self.up(self.down(latent, text), text)
