import torch
import torch.nn as nn


class LoraLinear(nn.Module):
    def __init__(self, base, rank, alpha=4.0):
        super().__init__()
        self.base = base
        self.lora_a = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.lora_b = nn.Parameter(torch.zeros(base.out_features, rank))
        self.scaling = alpha / rank

    def forward(self, x):
        return self.base(x) + self.scaling * (x @ self.lora_a.t() @ self.lora_b.t())


def inject_lora(model, targets, rank):
    for p in model.parameters():
        p.requires_grad = False  #! decoy
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if name in targets and isinstance(child, nn.Linear):
                setattr(parent, name, LoraLinear(child, rank))
    return model
