# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
inner = torch.optim.SGD(net.parameters(), lr=0.05)
meta = torch.optim.SGD(net.parameters(), lr=1e-4)
for it in range(15):
    start = {k: v.clone() for k, v in net.state_dict().items()}
    found = []
    for t in range(3):
        x = torch.rand(10, 1)
        y = torch.sin(x + t)
        for _ in range(3):
            inner.zero_grad()
            F.mse_loss(net(x), y).backward()
            inner.step()
        x = torch.rand(10, 1)
        loss = F.mse_loss(net(x), torch.sin(x + t))
        found.append(torch.autograd.grad(loss, list(net.parameters())))
        net.load_state_dict(start)
    for p, *g in zip(net.parameters(), *found):
        p.grad = sum(g) / 3
    meta.step()
print(loss.item())
