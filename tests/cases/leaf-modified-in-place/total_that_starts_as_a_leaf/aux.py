import torch
import torch.nn.functional as F


def deep_supervision(outputs, target, weights):
    total = torch.tensor(0.0, requires_grad=True)  #~ leaf-modified-in-place
    for out, w in zip(outputs, weights):
        goal = F.adaptive_avg_pool2d(target, out.shape[-1])
        total += w * F.binary_cross_entropy_with_logits(out, goal)  #~ leaf-modified-in-place
    return total
