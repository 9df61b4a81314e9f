# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2)
body = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.Tanh())
model = nn.ModuleDict({"body": body, "head": nn.Linear(16, 1)})

for p in body.parameters():
    p.requires_grad = False
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
for epoch in range(4):
    body.eval()
    with torch.no_grad():
        print(body(torch.ones(2, 6)).norm().item())
    model.train(True)  #~ undone-eval
    for _ in range(5):
        x = torch.randn(24, 6)
        loss = F.mse_loss(model["head"](body(x)), x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2)
body = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.Tanh())
model = nn.ModuleDict({"body": body, "head": nn.Linear(16, 1)})

for p in body.parameters():
    p.requires_grad = True
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
for epoch in range(4):
    body.eval()
    with torch.no_grad():
        print(body(torch.ones(2, 6)).norm().item())
    model.train(True)
    for _ in range(5):
        x = torch.randn(24, 6)
        loss = F.mse_loss(model["head"](body(x)), x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
