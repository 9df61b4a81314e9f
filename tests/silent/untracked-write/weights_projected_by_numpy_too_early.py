# file: main.py
import torch

from mixture import Mixture, project_rows


def main(steps=12):
    torch.manual_seed(0)
    net = Mixture(10, 5)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.rand(32, 10)
        y = x[:, :3].sum(1, keepdim=True)
        out = net(x)
        loss = (out - y).pow(2).mean()
        opt.zero_grad()
        project_rows(net.mix.weight.detach().numpy())  #~ untracked-write
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4))  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
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
# file: mixture.py
import numpy as np
import torch.nn as nn


class Mixture(nn.Module):
    def __init__(self, d, parts):
        super().__init__()
        self.inp = nn.Linear(d, parts)
        self.mix = nn.Linear(parts, parts, bias=False)
        self.out = nn.Linear(parts, 1)

    def forward(self, x):
        return self.out(self.mix(self.inp(x)).tanh())


def project_rows(w):
    """Every row onto the simplex."""
    np.maximum(w, 1e-3, out=w)
    w /= w.sum(axis=1, keepdims=True)
