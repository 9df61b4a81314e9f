import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(8, 3)
x0, y = torch.rand(4, 8), torch.tensor([0, 1, 2, 0])
x = x0.clone()
for step in range(4):
    x.requires_grad = True
    loss = F.cross_entropy(net(x), y)
    (g,) = torch.autograd.grad(loss, x)
    moved = x + 0.1 * g.sign()
    eta = torch.clamp(moved - x0, -0.3, 0.3)
    x = torch.clamp(x0 + eta, 0, 1)  #~ requires-grad-misuse
