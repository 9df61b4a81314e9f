import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Slots:
    def __init__(self, layers):
        self.states = [None] * layers

    def extend(self, layer, h):
        if self.states[layer] is not None:
            h = torch.cat([self.states[layer], h], dim=1)
        self.states[layer] = h
        return h


class Layer(nn.Module):
    def __init__(self, index, dim=8):
        super().__init__()
        self.index, self.mix = index, nn.Linear(dim, dim)

    def forward(self, x, slots):
        seen = slots.extend(self.index, self.mix(x))  #~ checkpoint-mismatch
        return x + torch.softmax(x @ seen.transpose(1, 2), -1) @ seen


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Layer(i) for i in range(2))

    def forward(self, x):
        slots = Slots(2)
        for layer in self.layers:
            x = checkpoint(layer, x, slots, use_reentrant=False)
        return x


torch.manual_seed(0)
Net()(torch.randn(2, 5, 8, requires_grad=True)).sum().backward()
