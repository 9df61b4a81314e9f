import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(4, 8)
for step in range(3):
    w = net.weight * 0.5
    w.requires_grad = True  #~ requires-grad-misuse
    (torch.randn(2, 4) @ w.t()).sum().backward()
