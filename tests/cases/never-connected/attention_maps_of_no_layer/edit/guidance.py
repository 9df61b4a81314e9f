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
