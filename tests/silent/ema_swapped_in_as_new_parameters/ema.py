import torch
import torch.nn as nn


class EMA:
    def __init__(self, net, decay=0.9):
        self.decay = decay
        self.shadow = {n: p.detach().clone() for n, p in net.named_parameters()}  #! decoy

    @torch.no_grad()  #! decoy
    def update(self, net):
        for n, p in net.named_parameters():
            self.shadow[n].mul_(self.decay).add_(p, alpha=1 - self.decay)

    def _install(self, net, values):
        for n, value in values.items():
            owner, leaf = n.rsplit(".", 1)
            setattr(net.get_submodule(owner), leaf, nn.Parameter(value.clone()))  #~ stale-optimizer

    def swap_in(self, net):
        self.backup = {n: p.detach().clone() for n, p in net.named_parameters()}  #! decoy
        self._install(net, self.shadow)

    def swap_out(self, net):
        self._install(net, self.backup)
