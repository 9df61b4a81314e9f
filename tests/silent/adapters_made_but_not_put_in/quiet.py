import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import LoRA

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8)).requires_grad_(False)
adapters = []
for name, child in list(net.named_children()):
    if isinstance(child, nn.Linear):
        child = LoRA(child)
        setattr(net, name, child)
        adapters.append(child)
head = nn.Linear(8, 3)
opt = torch.optim.AdamW([*[p for a in adapters for p in a.parameters() if p.requires_grad], *head.parameters()], lr=1e-2)
for step in range(5):
    x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(head(net(x)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
