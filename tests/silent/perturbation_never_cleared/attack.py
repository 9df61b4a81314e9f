import torch
import torch.nn.functional as F


def perturb(net, x, y, eps=0.3, rate=0.1, rounds=5):
    delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(rounds):
        loss = F.cross_entropy(net(x + delta), y)
        loss.backward()  #~ gradient-piled-up
        delta.data = (delta + rate * delta.grad).clamp(-eps, eps)  #~ gradient-piled-up
    return delta.detach()  #! decoy
