import torch.nn as nn
import torch.nn.functional as F


class QuantConv(nn.Conv2d):
    bits = 8

    def forward(self, x):
        scale = self.weight.detach().abs().max() / (2 ** (self.bits - 1) - 1)  #! decoy
        q = (self.weight / scale).round() * scale
        weight = self.weight + (q - self.weight).detach()  #! decoy
        return F.conv2d(x, weight, self.bias, padding=self.padding)


def replace_convs(module, bits):
    for name, child in module.named_children():
        if isinstance(child, nn.Conv2d):
            conv = QuantConv(child.in_channels, child.out_channels, child.kernel_size, padding=child.padding)
            conv.bits = bits
            conv.load_state_dict(child.state_dict())
            setattr(module, name, conv)
        else:
            replace_convs(child, bits)
