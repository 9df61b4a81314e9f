import torch


def gradients_of(model):
    return [p.grad for p in model.parameters()]  #~ gradient-cleared|shared-memory


def norm(grads):
    return torch.sqrt(sum((g**2).sum() for g in grads) + 1e-12)


def balanced_step(model, opt, first, second):
    """Both losses pull with the same strength."""
    opt.zero_grad(set_to_none=False)
    first.backward(retain_graph=True)  #! decoy
    a = gradients_of(model)
    opt.zero_grad(set_to_none=False)  #~ gradient-cleared|shared-memory
    second.backward()
    b = gradients_of(model)
    na, nb = norm(a), norm(b)
    for p, ga, gb in zip(model.parameters(), a, b):
        p.grad = ga / na + gb / nb
    opt.step()
