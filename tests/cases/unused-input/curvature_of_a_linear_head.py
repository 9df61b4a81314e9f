# file: main.py
import torch
import torch.nn as nn

from influence import influence


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x))).squeeze(-1)


def main():
    torch.manual_seed(0)
    net = Scorer()
    x, sign = torch.randn(16, 4), torch.randint(0, 2, (16,)) * 2.0 - 1
    params = list(net.parameters())
    vector = [torch.randn_like(p) for p in params]
    result = influence(lambda: -(sign * net(x)).mean(), params, vector)
    print([round(r.norm().item(), 3) for r in result])


main()
# file: influence.py
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
