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
    losses = torch.stack([label_loss, image_loss])
    opt.zero_grad()
    losses[1].backward(retain_graph=True)  #~ counted-twice
    (losses * torch.tensor([1.0, 0.5])).sum().backward()
    opt.step()
print(losses.sum().item())
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
    losses = torch.stack([label_loss, image_loss])
    opt.zero_grad()
    losses[1].backward(retain_graph=True)
    losses[0].backward()
    opt.step()
print(losses.sum().item())
