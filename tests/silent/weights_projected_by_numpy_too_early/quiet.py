import numpy as np
import torch
import torch.nn as nn


def project_rows(w):
    np.maximum(w, 1e-3, out=w)
    w /= w.sum(axis=1, keepdims=True)


def main(steps=10):
    """Projected after the step; the weights are also read while a loss waits for its backward pass."""
    torch.manual_seed(0)
    inp, mix, out = nn.Linear(10, 5), nn.Linear(5, 5, bias=False), nn.Linear(5, 1)
    opt = torch.optim.SGD([*inp.parameters(), *mix.parameters(), *out.parameters()], lr=0.1)
    for step in range(steps):
        x = torch.rand(32, 10)
        loss = (out(mix(inp(x)).tanh()) - x[:, :3].sum(1, keepdim=True)).pow(2).mean()
        largest = mix.weight.detach().numpy().max()
        opt.zero_grad()
        loss.backward()
        opt.step()
        project_rows(mix.weight.detach().numpy())
    print(loss.item(), largest)


main()
