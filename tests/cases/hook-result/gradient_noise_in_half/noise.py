from functools import partial

import torch


def noisy(scale, grad):
    noise = scale * torch.randn_like(grad)
    return (grad + noise).half()  #~ hook-result


def watch(seen, grad):
    seen.append(grad.norm().item())


def attach(model, scale):
    seen = []
    for p in model.parameters():
        p.register_hook(partial(watch, seen))  #! decoy
        p.register_hook(partial(noisy, scale))
    return seen
