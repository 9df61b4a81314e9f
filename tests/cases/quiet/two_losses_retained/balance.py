import torch


def grad_norm(loss, module):
    grads = torch.autograd.grad(loss, list(module.parameters()), retain_graph=True)
    total = torch.zeros(())
    for grad in grads:
        total += grad.pow(2).sum()
    return total.sqrt_().add_(1e-8)
