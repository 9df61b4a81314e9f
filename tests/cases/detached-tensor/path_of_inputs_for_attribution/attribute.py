import torch


def integrated_gradients(model, x, label, steps=4):
    baseline = torch.zeros_like(x)
    total = torch.zeros_like(x)
    for k in range(1, steps + 1):
        point = (baseline + k / steps * (x - baseline)).requires_grad_()
        score = model(point.clone().detach())[:, label].sum()  #~ detached-tensor
        (g,) = torch.autograd.grad(score, point)
        total += g  #! decoy
    return (x - baseline) * total / steps
