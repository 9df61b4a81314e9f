# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def monotony(values):
    """Costs where a later dose is predicted to do less."""
    doses = values.tolist()  #~ left-torch
    drops = [max(a - b, 0.0) for a, b in zip(doses, doses[1:])]
    return torch.tensor(sum(drops))


torch.manual_seed(0)
x = torch.linspace(0, 1, 24).unsqueeze(1)
y = torch.sqrt(x) + 0.1 * torch.randn(24, 1)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(8):
    predicted = model(x)
    loss = F.mse_loss(predicted, y) + 2.0 * monotony(predicted.squeeze(1))  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.linspace(0, 1, 24).unsqueeze(1)
y = torch.sqrt(x) + 0.1 * torch.randn(24, 1)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
total = torch.tensor(0.0)
for step in range(8):
    predicted = model(x).squeeze(1)
    drops = (predicted[:-1] - predicted[1:]).clamp(min=0).sum()
    spread = torch.tensor(max(y.flatten().tolist()) - min(y.flatten().tolist()))
    loss = F.mse_loss(predicted, y.squeeze(1)) + 2.0 * drops + 0.1 * spread
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total = total + torch.tensor(loss.item())
    print(max(predicted.tolist()), total.item())
