# file: quiet.py
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
meta = torch.optim.SGD(net.parameters(), lr=1e-3)
fast = copy.deepcopy(net)
inner = torch.optim.SGD(fast.parameters(), lr=0.05)
for it in range(15):
    meta.zero_grad()
    for t in range(3):
        fast.load_state_dict(net.state_dict())
        x = torch.rand(10, 1)
        y = torch.sin(x + t)
        for _ in range(3):
            inner.zero_grad()
            F.mse_loss(fast(x), y).backward()
            inner.step()
        x = torch.rand(10, 1)
        y = torch.sin(x + t)
        loss = F.mse_loss(fast(x), y)
        grads = torch.autograd.grad(loss, list(fast.parameters()))
        for p, g in zip(net.parameters(), grads):
            p.grad = g.clone() if p.grad is None else p.grad + g
    meta.step()
print(loss.item())
