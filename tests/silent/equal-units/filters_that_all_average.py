# file: main.py
import torch
from torch import nn


def averaging(layer):
    """Each filter starts as the mean of what it sees."""
    nn.init.constant_(layer.weight, 1 / layer.weight[0].numel())  #~ equal-units
    return layer


torch.manual_seed(0)
model = nn.Sequential(
    averaging(nn.Conv2d(1, 6, 3, bias=False)), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(24, 2)
)
with torch.no_grad():
    model[-1].weight.copy_(torch.tensor([[0.1], [-0.1]]).expand(2, 24))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for step in range(12):
    x = torch.randn(16, 1, 8, 8)
    loss = nn.functional.cross_entropy(model(x), (x[:, 0, 0, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

# The filters start equal, and a head with random values tells them apart at the first step.
torch.manual_seed(0)
filters = nn.Conv2d(1, 6, 3, bias=False)
nn.init.constant_(filters.weight, 1 / 9)
model = nn.Sequential(filters, nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(24, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for step in range(12):
    x = torch.randn(16, 1, 8, 8)
    loss = nn.functional.cross_entropy(model(x), (x[:, 0, 0, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
