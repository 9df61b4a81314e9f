import torch


def start(d):
    return [torch.zeros(d, requires_grad=True), torch.zeros(1, requires_grad=True)]


def apply(weights, grads, lr):
    for w, g in zip(weights, grads):
        w = w - lr * g  #~ dropped-update


def fit(x, y, steps=12, lr=0.1):
    weights = start(x.shape[1])
    for step in range(steps):
        w, b = weights
        loss = (x @ w + b - y).pow(2).mean()
        apply(weights, torch.autograd.grad(loss, weights), lr)
        if step % 4 == 0:
            print(step, round(loss.item(), 4))
