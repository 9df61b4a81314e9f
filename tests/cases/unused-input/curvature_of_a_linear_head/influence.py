import torch


def hvp(loss, params, vector):
    grads = torch.autograd.grad(loss, params, create_graph=True)
    dot = sum((g * v).sum() for g, v in zip(grads, vector))
    return torch.autograd.grad(dot, params)  #~ unused-input


def influence(loss, params, vector, damp=0.1, scale=10.0, depth=2):
    estimate = [v.clone() for v in vector]
    for _ in range(depth):
        product = hvp(loss(), params, estimate)
        estimate = [v + (1 - damp) * e - p / scale for v, e, p in zip(vector, estimate, product)]
    return [e.detach() for e in estimate]  #! decoy
