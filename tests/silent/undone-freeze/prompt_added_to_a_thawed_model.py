# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Prompt(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(length, width))

    def forward(self, x):
        return torch.cat([self.vectors.expand(len(x), -1, -1), x], 1)


class Model(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.prompt = nn.Identity()
        self.attention = nn.MultiheadAttention(width, 2, batch_first=True)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        x = self.prompt(x)
        x = self.norm(x + self.attention(x, x, x, need_weights=False)[0])
        return self.head(x.mean(1))


def prompt_tuned(model, length, mode):
    if mode == "prompt":
        model.requires_grad_(False)
        model.prompt = Prompt(length, 12)
        print(sum(p.numel() for p in model.parameters() if p.requires_grad), "parameters learn")
        model.train().requires_grad_()  #~ undone-freeze
    return [p for p in model.parameters() if p.requires_grad]


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.AdamW(prompt_tuned(model, 3, "prompt"), lr=1e-2)
for step in range(10):
    x = torch.randn(8, 5, 12)
    loss = F.mse_loss(model(x).squeeze(1), x.mean((1, 2)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, 2, batch_first=True)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        x = self.norm(x + self.attention(x, x, x, need_weights=False)[0])
        return self.head(x.mean(1))


def with_reference(model):
    """Frozen for the copy alone."""
    reference = copy.deepcopy(model.requires_grad_(False))
    model.requires_grad_(True)
    return reference


torch.manual_seed(0)
model = Model()
reference = with_reference(model)
model.head = nn.Linear(12, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(10):
    x = torch.randn(8, 5, 12)
    loss = F.mse_loss(model(x).squeeze(1), x.mean((1, 2)) + 0.1 * reference(x).squeeze(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
