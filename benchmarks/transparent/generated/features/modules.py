"""Modules: layers, states, buffers, parametrizations, and short trainings of them."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import parametrizations


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.norm = nn.BatchNorm1d(6)
        self.last = nn.Linear(6, 1)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x, scale=1.0):
        self.seen += 1
        return self.last(F.dropout(self.norm(self.first(x)).relu(), 0.25, self.training)) * scale


def net_trained(run, a, b, k):
    torch.manual_seed(k)
    net, data = Net(), torch.rand(5, 4)
    if k % 4 == 0:
        net.first.requires_grad_(False)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(k % 12):
        optimizer.zero_grad()
        F.mse_loss(net(data, scale=2.0), torch.zeros(5, 1)).backward()
        optimizer.step()
    net.eval()
    run.note(net.state_dict(), net(data))


def layers_called(run, a, b, k):
    layers = (
        lambda: nn.Conv1d(1, 2, 2)(a.reshape(1, 1, -1)),
        lambda: nn.Embedding(5, 3)(torch.tensor([1, 2])),
        lambda: nn.GRU(1, 3)(a.reshape(-1, 1))[0],
        lambda: nn.LSTMCell(4, 2)(a.reshape(1, -1))[0],
        lambda: nn.MultiheadAttention(4, 2)(*[a.reshape(1, 1, -1)] * 3)[0],
        lambda: nn.TransformerEncoderLayer(4, 2, 8)(a.reshape(1, 1, -1)),
        lambda: nn.Bilinear(4, 4, 2)(a.reshape(1, -1), b.reshape(1, -1)),
        lambda: nn.MaxPool1d(2)(a.reshape(1, 1, -1)),
        lambda: nn.CrossEntropyLoss()(a.reshape(1, -1), torch.tensor([1])),
        lambda: nn.Softmax(dim=0)(a),
    )
    made = layers[k % len(layers)]()
    made.sum().backward()
    return made


def parametrized(run, a, b, k):
    layer = (parametrizations.weight_norm, parametrizations.spectral_norm)[k % 2](nn.Linear(4, 2))
    layer(a.detach().reshape(-1)[:4]).sum().backward()
    run.note({name: p.grad for name, p in layer.named_parameters()})


def state_exchanged(run, a, b, k):
    one, other = Net(), Net()
    run.note(str(one.load_state_dict(other.state_dict(), strict=bool(k % 2))))
    one.load_state_dict({"missing": torch.ones(1)}, strict=bool(k % 3 == 0))


def weights_tied(run, a, b, k):
    one, other = nn.Linear(4, 4), nn.Linear(4, 4)
    other.weight = one.weight
    other(one(a.detach().reshape(-1)[:4])).sum().backward()
    return one.weight.grad


def module_moved(run, a, b, k):
    net = nn.Linear(3, 2)
    before = net.weight
    net = (net.double(), net.to(torch.bfloat16), net.half().float())[k % 3]
    run.note(before is net.weight, net.weight)


def attributes_set(run, a, b, k):
    net = Net()
    net.first = nn.Identity() if k % 2 else None
    net.extra = nn.Parameter(torch.ones(2))
    del net.last
    run.note(list(dict(net.named_parameters())), repr(net))


def net_scripted(run, a, b, k):
    scripted = torch.jit.script(nn.Linear(4, 2) if k % 2 else nn.Tanh())
    made = scripted(a.reshape(-1))
    made.sum().backward()
    return made
