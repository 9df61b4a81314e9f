import torch
import torch.nn as nn


class LoRA(nn.Module):
    def __init__(self, base, r=2):
        super().__init__()
        self.base = base.requires_grad_(False)  #! decoy
        self.a, self.b = nn.Linear(base.in_features, r, bias=False), nn.Linear(r, base.out_features, bias=False)
        nn.init.zeros_(self.b.weight)  #! decoy

    def forward(self, x):
        return self.base(x) + self.b(self.a(x))


def inject(net, names):
    made = []
    for module in net.modules():
        for name, child in list(module.named_children()):
            if name in names:
                child = LoRA(child)  #~ idle-parameter
                made.append(child)
    return made
