# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


D, aux = mlp(3, 1), mlp(3, 2); opt = torch.optim.Adam([*D.parameters(), *aux.parameters()], 1e-2)
for _ in range(10):
    real = torch.randn(16, 3); labels = (real[:, 0] > 0).long()
    cls = F.cross_entropy(aux(real.tanh()), labels)
    real.requires_grad_()
    score = D(real)
    g = torch.autograd.grad(score.sum(), real, create_graph=True)[0]
    loss = F.softplus(-score).mean() + 5 * g.square().sum(1).mean() + cls
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
