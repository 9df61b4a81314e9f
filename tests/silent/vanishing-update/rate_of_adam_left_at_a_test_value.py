# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build(rate=1e-8):
    model = nn.Sequential(nn.Embedding(20, 8), nn.Flatten(), nn.Linear(24, 20))
    return model, torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)  #~ vanishing-update


torch.manual_seed(0)
model, optimizer = build()
for step in range(32):
    words = torch.randint(0, 20, (32, 3))
    loss = F.cross_entropy(model(words), words[:, 1])
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build(rate=1e-8):
    model = nn.Sequential(nn.Embedding(20, 8), nn.Flatten(), nn.Linear(24, 20))
    return model, torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)


torch.manual_seed(0)
model, optimizer = build()
for step in range(32):  # a long warm-up: the run ends before it does
    optimizer.param_groups[0]["lr"] = 1e-9 * (step + 1)
    words = torch.randint(0, 20, (32, 3))
    loss = F.cross_entropy(model(words), words[:, 1])
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
print(loss.item())
