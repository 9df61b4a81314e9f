# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
head = nn.Linear(16, 3)
body.requires_grad_(False)
optimizer = torch.optim.SGD(head.parameters(), lr=0.0, momentum=0.9)
for step in range(36):
    if step == 12:
        body.requires_grad_(True)
        optimizer.add_param_group({"params": body.parameters()})
    optimizer.param_groups[0]["lr"] = 0.05 * (1 - step / 36)  #~ step-without-effect
    x = torch.randn(32, 6)
    loss = F.cross_entropy(head(body(x)), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
head = nn.Linear(16, 3)
body.requires_grad_(False)
optimizer = torch.optim.SGD(head.parameters(), lr=0.0, momentum=0.9)
for step in range(36):
    if step == 12:
        body.requires_grad_(True)
        optimizer.add_param_group({"params": body.parameters()})
    for group, scale in zip(optimizer.param_groups, (1.0, 0.1)):
        group["lr"] = scale * 0.05 * (1 - step / 36)
    x = torch.randn(32, 6)
    loss = F.cross_entropy(head(body(x)), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
