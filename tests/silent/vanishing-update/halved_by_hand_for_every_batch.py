# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)
net = nn.Linear(6, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)


def decay():
    for group in optimizer.param_groups:
        group["lr"] *= 0.5  #~ vanishing-update


for epoch in range(5):
    for _ in range(10):
        x = torch.randn(8, 6)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        decay()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The second half is trained by another optimizer; the first is switched off.
torch.manual_seed(1)
body, head = nn.Linear(6, 6), nn.Linear(6, 2)
first = torch.optim.Adam(body.parameters(), lr=0.05)
second = torch.optim.Adam(head.parameters(), lr=0.05)
for step in range(40):
    if step == 12:
        first.param_groups[0]["lr"] = 0.0
    x = torch.randn(8, 6)
    loss = F.cross_entropy(head(body(x).relu()), (x[:, 0] > 0).long())
    first.zero_grad()
    second.zero_grad()
    loss.backward()
    first.step()
    second.step()
