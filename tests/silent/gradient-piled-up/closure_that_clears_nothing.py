# file: main.py
import torch
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.zeros(5, requires_grad=True)
x = torch.randn(50, 5)
y = x @ torch.arange(5.0)
opt = torch.optim.LBFGS([w], lr=0.5, max_iter=5)


def closure():
    loss = F.mse_loss(x @ w, y)
    loss.backward()  #~ gradient-piled-up
    return loss


for i in range(10):
    opt.zero_grad()
    loss = opt.step(closure)
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(5, 1)
x = torch.randn(64, 5)
y = x.sum(1, keepdim=True)
opt = torch.optim.LBFGS(net.parameters(), lr=0.5, max_iter=5, line_search_fn="strong_wolfe")


def closure():
    for p in net.parameters():
        p.grad = None
    total = 0.0
    for part, wanted in zip(x.split(16), y.split(16)):
        loss = F.mse_loss(net(part), wanted) / 4
        loss.backward()
        total = total + loss.detach()
    return total


for i in range(6):
    print(opt.step(closure).item())
