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
