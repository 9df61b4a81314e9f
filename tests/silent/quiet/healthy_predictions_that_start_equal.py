# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Layers that begin with zeros, gates that begin closed, and a warm-up during which they stay so for a few steps.


class Block(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.inner = nn.Linear(wide, wide)
        self.gate = nn.Parameter(torch.zeros(1))
        self.modulate = nn.Linear(wide, 2 * wide)
        nn.init.zeros_(self.modulate.weight)
        nn.init.zeros_(self.modulate.bias)

    def forward(self, x):
        scale, shift = self.modulate(x).chunk(2, dim=1)
        return x + self.gate * torch.relu(self.inner(x * (1 + scale) + shift))


class Adapted(nn.Module):
    def __init__(self, wide, rank=2):
        super().__init__()
        self.down, self.up = nn.Linear(wide, rank, bias=False), nn.Linear(rank, 3)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.up(self.down(x))


class Gated(nn.Module):
    """Its features come in by and by."""

    def __init__(self, wide):
        super().__init__()
        self.inner, self.out = nn.Linear(wide, wide), nn.Linear(wide, 3)
        self.register_buffer("share", torch.zeros(()))

    def forward(self, x):
        return self.out(torch.relu(self.inner(x)) * self.share)


torch.manual_seed(0)
for model in (nn.Sequential(Block(8), Adapted(8)), Gated(8)):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.0, min(1.0, (step - 4) / 8)))
    for step in range(20):
        if isinstance(model, Gated):
            model.share.fill_(max(0.0, (step - 3) / 16))
        for part in range(2):
            x = torch.randn(16, 8)
            loss = F.cross_entropy(model(x), x[:, :3].argmax(1)) / 2
            loss.backward()
        optimizer.step()
        warm_up.step()
        optimizer.zero_grad()
    print(loss.item())
