# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import LoRALinear, mark_only_lora_as_trainable


class Mixer(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.one, self.two = LoRALinear(d, 12), LoRALinear(12, d)

    def forward(self, x):
        return x + self.two(F.gelu(self.one(self.norm(x))))


def main():
    torch.manual_seed(0)
    model = nn.Sequential(Mixer(), Mixer())
    mark_only_lora_as_trainable(model)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-2)  #! decoy
    x = torch.randn(20, 6)
    for _ in range(6):
        loss = F.mse_loss(model(x), x.flip(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRALinear(nn.Linear):
    def __init__(self, a, b, r=2):
        super().__init__(a, b)
        self.down = nn.Parameter(torch.randn(r, a) * 0.1)
        self.up = nn.Parameter(torch.zeros(b, r))

    def forward(self, x):
        return super().forward(x) + x @ self.down.t() @ self.up.t()


torch.manual_seed(0)
policy = nn.Sequential(nn.LayerNorm(6), LoRALinear(6, 12), nn.GELU(), LoRALinear(12, 6))
for name, p in policy.named_parameters():
    p.requires_grad = name.endswith(("up", "down"))
    if name.endswith("bias"):
        nn.init.zeros_(p)
reference = copy.deepcopy(policy).requires_grad_(False).eval()
optimizer = torch.optim.AdamW(policy.parameters(), lr=1e-2)
x = torch.randn(20, 6)
for _ in range(6):
    out, before = policy(x), reference(x)
    loss = F.mse_loss(out, x.flip(1)) + 0.1 * F.mse_loss(out, before)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: lora.py
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
