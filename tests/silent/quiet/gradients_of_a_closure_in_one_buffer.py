# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The closure writes all gradients into one buffer, past the count of writes.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
x = torch.randn(32, 3)
y = x.prod(1, keepdim=True)
flat = torch.zeros(sum(p.numel() for p in net.parameters()))
at = 0
for p in net.parameters():
    p.grad = flat[at : at + p.numel()].view_as(p)
    at += p.numel()
opt = torch.optim.LBFGS(net.parameters(), max_iter=4, line_search_fn="strong_wolfe")


def closure():
    loss = F.mse_loss(net(x), y)
    flat.data.copy_(torch.cat([g.flatten() for g in torch.autograd.grad(loss, list(net.parameters()))]))
    return loss


for _ in range(6):
    opt.step(closure)
