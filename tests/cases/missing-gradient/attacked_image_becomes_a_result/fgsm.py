import torch
import torch.nn.functional as F


def iterative(model, image, label, eps, steps):
    adv = image.clone().requires_grad_()
    for _ in range(steps):
        loss = F.cross_entropy(model(adv), label)
        model.zero_grad()
        loss.backward()
        adv = (adv + eps * adv.grad.sign()).clamp(0, 1)  #~ missing-gradient
    return adv.detach()  #! decoy
