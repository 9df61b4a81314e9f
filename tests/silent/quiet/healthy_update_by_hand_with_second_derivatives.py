# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
params = list(net.parameters())
x = torch.randn(40, 3)
y = x.sum(-1, keepdim=True).sin()
for step in range(15):
    loss = F.mse_loss(net(x), y)
    grads = torch.autograd.grad(loss, params, create_graph=True)
    along = sum((g * g.detach()).sum() for g in grads)
    curvature = torch.autograd.grad(along, params, retain_graph=True)
    with torch.no_grad():
        for p, g, c in zip(params, grads, curvature):
            p -= 0.1 * g / (1 + c.abs())
print(loss.item())
