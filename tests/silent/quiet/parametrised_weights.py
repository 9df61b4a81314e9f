# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune
from torch.nn.utils.parametrizations import spectral_norm, weight_norm

torch.manual_seed(0)
model = nn.Sequential(
    spectral_norm(nn.Linear(6, 10)), nn.ReLU(), weight_norm(nn.Linear(10, 10)), nn.ReLU(), nn.Linear(10, 2)
)
prune.l1_unstructured(model[4], "weight", amount=0.3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(24, 6), torch.randint(2, (24,))
for _ in range(6):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
