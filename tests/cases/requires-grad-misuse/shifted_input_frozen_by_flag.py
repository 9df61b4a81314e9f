import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
x = torch.randn(3, 4, requires_grad=True)
shifted = x + 0.1
shifted.requires_grad = False  #~ requires-grad-misuse
print(net(shifted).sum())
