import torch.nn as nn
from torch.nn.utils.parametrizations import weight_norm


def add_weight_norm(net):
    for layer in net.children():
        if isinstance(layer, nn.Linear):
            weight_norm(layer)  #~ stale-optimizer|not-in-optimizer
