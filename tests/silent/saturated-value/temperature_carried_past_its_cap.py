# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Matcher(nn.Module):
    """Two views of one sample find each other; the temperature is learnt and capped."""

    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(8, 8, bias=False), nn.Linear(8, 8, bias=False)
        self.scale = nn.Parameter(torch.tensor(1.0))

    def forward(self, a, b):
        scale = torch.clamp(self.scale, max=3.0).exp()  #~ saturated-value
        return scale * F.normalize(self.left(a), dim=1) @ F.normalize(self.right(b), dim=1).t()


def run(noise, steps):
    for _ in range(steps):
        a = torch.randn(24, 8)
        b = a + noise * torch.randn(24, 8)
        scores = model(a, b)
        loss = F.cross_entropy(scores, torch.arange(24))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.3f} scale {model.scale.item():.3f}")


torch.manual_seed(0)
model = Matcher()
with torch.no_grad():
    model.left.weight.copy_(torch.eye(8))
    model.right.weight.copy_(torch.eye(8))
optimizer = torch.optim.SGD([{"params": [model.scale], "lr": 2.0}, {"params": [model.left.weight, model.right.weight]}],
                            lr=1e-3)
run(0.05, 12)
run(3.0, 30)
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class Matcher(nn.Module):
    """Clean views ask for an ever sharper temperature, which the cap forbids."""

    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(8, 8, bias=False), nn.Linear(8, 8, bias=False)
        self.scale = nn.Parameter(torch.tensor(1.0))

    def forward(self, a, b):
        scale = torch.clamp(self.scale, max=3.0).exp()
        return scale * F.normalize(self.left(a), dim=1) @ F.normalize(self.right(b), dim=1).t()


torch.manual_seed(0)
model = Matcher()
with torch.no_grad():
    model.left.weight.copy_(torch.eye(8))
    model.right.weight.copy_(torch.eye(8))
optimizer = torch.optim.SGD([{"params": [model.scale], "lr": 2.0}, {"params": [model.left.weight, model.right.weight]}],
                            lr=1e-3)
for _ in range(42):
    a = torch.randn(24, 8)
    loss = F.cross_entropy(model(a, a + 0.02 * torch.randn(24, 8)), torch.arange(24))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.3f} scale {model.scale.item():.3f}")
