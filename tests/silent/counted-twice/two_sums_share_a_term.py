# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 16), nn.Tanh())
classify, rebuild = nn.Linear(16, 2), nn.Linear(16, 6)
opt = torch.optim.Adam([*body.parameters(), *classify.parameters(), *rebuild.parameters()], lr=1e-3)
for _ in range(8):
    x = torch.randn(16, 6)
    h = body(x)
    label_loss = F.cross_entropy(classify(h), (x[:, 0] > 0).long())
    image_loss = F.mse_loss(rebuild(h), x)
    penalty = h.abs().mean()
    opt.zero_grad()
    (label_loss + penalty).backward(retain_graph=True)  #~ counted-twice
    (image_loss + penalty).backward()  #~ counted-twice
    opt.step()
print(label_loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 16), nn.Tanh())
classify, rebuild = nn.Linear(16, 2), nn.Linear(16, 6)
opt = torch.optim.Adam([*body.parameters(), *classify.parameters(), *rebuild.parameters()], lr=1e-3)
for _ in range(8):
    x = torch.randn(16, 6)
    h = body(x)
    label_loss = F.cross_entropy(classify(h), (x[:, 0] > 0).long())
    image_loss = F.mse_loss(rebuild(h), x)
    penalty = h.abs().mean()
    opt.zero_grad()
    (label_loss + penalty).backward(retain_graph=True)
    (image_loss).backward()
    opt.step()
print(label_loss.item())
