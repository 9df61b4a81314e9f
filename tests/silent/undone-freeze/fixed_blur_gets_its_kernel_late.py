# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Blurred(nn.Module):
    """Downsamples through a fixed binomial filter."""

    def __init__(self, width=6):
        super().__init__()
        self.first = nn.Conv2d(1, width, 3, padding=1)
        self.blur = nn.Conv2d(width, width, 3, stride=2, padding=1, groups=width, bias=False)
        self.blur.weight.requires_grad_(False)
        self.out = nn.Linear(width, 2)
        self.fill_kernel(width)

    def fill_kernel(self, width):
        row = torch.tensor([1.0, 2.0, 1.0])
        kernel = torch.outer(row, row) / 16
        self.blur.weight = nn.Parameter(kernel.expand(width, 1, 3, 3).clone())  #~ undone-freeze

    def forward(self, x):
        return self.out(self.blur(torch.relu(self.first(x))).mean((2, 3)))


torch.manual_seed(0)
model = Blurred()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(12):
    x = torch.randn(8, 1, 8, 8)
    loss = F.cross_entropy(model(x), (x.mean((1, 2, 3)) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A finished network is frozen as a whole, and one layer gets new weights that are to learn.
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 12), nn.ReLU(), nn.Linear(12, 2))
for p in model.parameters():
    p.requires_grad = False
model[2].weight = nn.Parameter(torch.randn(2, 12) * 0.1)
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.05)
for step in range(12):
    x = torch.randn(16, 8)
    loss = F.cross_entropy(model(x), (x.mean(1) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
