# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x, y = torch.randn(24, 5), torch.randn(24, 1)
scale = nn.Parameter(torch.ones(5))
net = nn.Linear(5, 1)
opt = torch.optim.Adam([scale, *net.parameters()], lr=1e-2)
for step in range(10):
    trial = nn.Linear(5, 1)
    cost = F.mse_loss(trial(scale * x), y)
    for p, g in zip(trial.parameters(), torch.autograd.grad(cost, list(trial.parameters()), create_graph=True)):
        p.data.add_(g, alpha=-0.1)
    hint = trial(x).detach()
    loss = F.mse_loss(net(scale * x), y) + 0.1 * F.mse_loss(net(x), hint)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
