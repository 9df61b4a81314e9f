import torch
import torch.nn as nn

torch.manual_seed(0)
g, d = nn.Linear(4, 8), nn.Linear(8, 1)
fake = g(torch.randn(5, 4))
real = torch.randn(5, 8)
mixed = 0.5 * real + 0.5 * fake
mixed.requires_grad = True  #~ requires-grad-misuse
(grad,) = torch.autograd.grad(d(mixed).sum(), mixed, create_graph=True)
