import torch
import torch.nn as nn


class LoRALinear(nn.Linear):
    def __init__(self, a, b, r=2):
        super().__init__(a, b)
        self.down = nn.Parameter(torch.randn(r, a) * 0.1)
        self.up = nn.Parameter(torch.zeros(b, r))

    def forward(self, x):
        return super().forward(x) + x @ self.down.t() @ self.up.t()


def mark_only_lora_as_trainable(model):
    for name, p in model.named_parameters():
        p.requires_grad = "lora_" in name or "norm" in name  #~ frozen-parameter
