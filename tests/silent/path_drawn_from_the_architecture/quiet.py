"""The path is drawn, and what drew it learns from how well it went."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
ops = nn.ModuleList([nn.Linear(6, 6), nn.Sequential(nn.Linear(6, 6), nn.Tanh()), nn.Identity()])
alpha = nn.Parameter(torch.zeros(3))
opt = torch.optim.Adam([*ops.parameters(), alpha], lr=1e-2)
for step in range(10):
    x = torch.randn(32, 6)
    probs = alpha.softmax(0)
    path = torch.multinomial(probs, 1).item()
    error = F.mse_loss(ops[path](x), x.sin())
    loss = error + error.detach() * probs[path].log()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, error.item())
