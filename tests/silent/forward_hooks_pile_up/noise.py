import torch
import torch.nn as nn


def with_noise(net, size):
    """The network, with noise on every hidden layer."""
    for layer in net:
        if isinstance(layer, nn.ReLU):
            layer.register_forward_hook(lambda module, args, out: out + size * torch.randn_like(out))  #~ hook-registration
    return net
