import torch
import torch.nn as nn


class RelationalLayer(nn.Module):
    def __init__(self, d_in, d_out, relations, bases=2):
        super().__init__()
        self.loop = nn.Linear(d_in, d_out)
        self.bases = [torch.empty(d_in, d_out).normal_(0, 0.1).requires_grad_() for _ in range(bases)]  #~ unregistered-module|not-in-optimizer|leaf-without-grad
        self.coefficients = nn.Parameter(torch.randn(relations, bases))
        self.register_buffer("scale", torch.tensor(1.0 / bases))

    def forward(self, x, src, dst, rel):
        weights = torch.einsum("rb,bio->rio", self.coefficients, torch.stack(self.bases)) * self.scale
        messages = torch.einsum("ei,eio->eo", x[src], weights[rel])
        return self.loop(x).index_add(0, dst, messages)


class RelationalGCN(nn.Module):
    def __init__(self, d, hidden, classes, relations):
        super().__init__()
        self.first = RelationalLayer(d, hidden, relations)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x, src, dst, rel):
        return self.head(torch.relu(self.first(x, src, dst, rel)))
