# file: main.py
import torch
import torch.nn as nn
from torch.func import functional_call

from maml import adapt


def task(n=8):
    amplitude, phase = 1 + 4 * torch.rand(1), 3 * torch.rand(1)
    x = torch.rand(2 * n, 1) * 10
    x -= 5  #! decoy
    y = amplitude * torch.sin(x + phase)
    return (x[:n], y[:n]), (x[n:], y[n:])


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    mse = nn.functional.mse_loss
    for step in range(3):
        outer = torch.zeros(())
        for _ in range(3):
            support, (x, y) = task()
            fast = adapt(model, mse, support)  #~ modified-in-place
            outer += mse(functional_call(model, fast, (x,)), y)  #! decoy
        optimizer.zero_grad()
        outer.backward()
        optimizer.step()
        print(step, outer.item())


if __name__ == "__main__":
    main()
# file: maml.py
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
