# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    """Low-rank change of a frozen layer."""

    def __init__(self, layer, rank):
        super().__init__()
        self.layer = layer
        self.down = nn.Linear(layer.in_features, rank, bias=False)
        self.up = nn.Linear(rank, layer.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.layer(x) + self.up(self.down(x))


def adapt(model, rank=2):
    for parameter in model.parameters():
        parameter.requires_grad_(False)  #! decoy
    for name, part in list(model.named_children()):
        if isinstance(part, nn.Linear):
            setattr(model, name, Adapter(part, rank))
    return model


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)  #~ stale-optimizer|not-in-optimizer
model = adapt(model)  #~ stale-optimizer|not-in-optimizer
x, y = torch.randn(32, 6), torch.randint(0, 3, (32,))
for _ in range(6):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    """Low-rank change of a layer."""

    def __init__(self, layer, rank):
        super().__init__()
        self.layer = layer
        self.down = nn.Linear(layer.in_features, rank, bias=False)
        self.up = nn.Linear(rank, layer.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.layer(x) + self.up(self.down(x))


def adapt(model, optimizer, rank=2):
    """Adapters for all layers: the first learns by a group of its own, the second by an optimizer of its own."""
    first, second = (Adapter(part, rank) for part in model if isinstance(part, nn.Linear))
    optimizer.add_param_group({"params": [*first.down.parameters(), *first.up.parameters()], "lr": 0.1})
    model[0], model[2] = first, second
    return model, torch.optim.SGD([*second.down.parameters(), *second.up.parameters()], lr=0.1)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
model, other = adapt(model, optimizer)
feature = nn.Linear(3, 3).eval().requires_grad_(False)  # another network, which only compares
x, y = torch.randn(32, 6), torch.randint(0, 3, (32,))
for _ in range(6):
    optimizer.zero_grad()
    other.zero_grad()
    out = model(x)
    loss = F.cross_entropy(out, y) + 0.01 * feature(out).pow(2).mean()
    loss.backward()
    optimizer.step()
    other.step()
    print(loss.item())
