import torch
from torch.autograd.function import once_differentiable


class CosineCutoff(torch.autograd.Function):
    """Smooth cutoff; the closed-form derivative is cheaper than autograd's."""

    @staticmethod
    def forward(ctx, distance, radius):
        inside = distance < radius
        phase = distance * (torch.pi / radius)
        ctx.save_for_backward(phase, inside)
        ctx.radius = radius
        return 0.5 * (torch.cos(phase) + 1) * inside

    @staticmethod
    @once_differentiable  #~ function-gradient
    def backward(ctx, grad_output):
        phase, inside = ctx.saved_tensors
        slope = -0.5 * torch.pi / ctx.radius * torch.sin(phase) * inside
        return grad_output * slope, None


def cutoff(distance, radius):
    return CosineCutoff.apply(distance, radius)
