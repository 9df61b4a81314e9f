# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(15):
    x = torch.randn(32, 6)
    opt.zero_grad()
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    loss.backward()
    opt.step()
    steady = F.mse_loss(net(x + 0.1 * torch.randn_like(x)), net(x).detach())
    steady.backward()  #~ gradient-cleared
print(loss.item(), steady.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(15):
    x = torch.randn(32, 6)
    opt.zero_grad()
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    loss.backward()
    opt.step()
    # How sensitive the trained network is to each input: the gradients of its weights are a by-product.
    probe = x.clone().requires_grad_()
    net(probe).max(1).values.sum().backward()
    print(step, loss.item(), probe.grad.abs().mean().item())
