import torch
from torch.func import functional_call


def adapt(model, loss_fn, support, rate=0.1, steps=2):
    """Inner loop: a few steps of gradient descent that can be differentiated through."""
    fast = {name: p.clone() for name, p in model.named_parameters()}
    x, y = support
    for _ in range(steps):
        loss = loss_fn(functional_call(model, fast, (x,)), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)  #! decoy
        for (name, weight), grad in zip(fast.items(), grads):
            weight -= rate * grad  #~ modified-in-place
    return fast
