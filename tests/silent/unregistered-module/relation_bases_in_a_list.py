# file: main.py
import torch
import torch.nn.functional as F

from rgcn import RelationalGCN


def graph(nodes=20, edges=60, relations=3):
    x = torch.randn(nodes, 8)
    src, dst = torch.randint(0, nodes, (2, edges))
    rel = torch.randint(0, relations, (edges,))
    return x, src, dst, rel, (x[:, 0] + x[:, 1] > 0).long()


def main(steps=10):
    torch.manual_seed(0)
    net = RelationalGCN(8, 16, 2, relations=3)
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    x, src, dst, rel, y = graph()
    mask = torch.rand(len(x)) < 0.7
    for step in range(steps):
        logits = net(x, src, dst, rel)
        loss = F.cross_entropy(logits[mask], y[mask])
        opt.zero_grad()
        loss.backward()
        opt.step()
        acc = (logits.argmax(1)[~mask] == y[~mask]).float().mean()
        print(step, round(loss.item(), 4), round(acc.item(), 3))


if __name__ == "__main__":
    main()
# file: rgcn.py
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
