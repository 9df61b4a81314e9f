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
