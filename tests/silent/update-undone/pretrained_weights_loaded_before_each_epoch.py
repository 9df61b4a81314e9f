# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def accuracy(net, x):
    with torch.no_grad():
        return (net(x).argmax(1) == x[:, :3].argmax(1)).float().mean().item()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
pretrained = copy.deepcopy(net.state_dict())
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
data, held_out = torch.randn(64, 6), torch.randn(64, 6)
for epoch in range(8):
    net.load_state_dict(pretrained)  #~ update-undone
    order = torch.randperm(64)
    for chosen in order.split(16):
        x = data[chosen]
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, accuracy(net, held_out))
# file: quiet.py
import copy
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(20):
    x = torch.randn(32, 6)
    loss = nn.functional.cross_entropy(net(x), x[:, :3].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()

affine = [p for m in net.modules() if isinstance(m, nn.BatchNorm1d) for p in m.parameters()]
net.requires_grad_(False)
for p in affine:
    p.requires_grad_(True)
adapt = torch.optim.SGD(affine, lr=1e-2, momentum=0.9)
model_state, optimizer_state = copy.deepcopy(net.state_dict()), copy.deepcopy(adapt.state_dict())
right = 0
for episode in range(12):
    net.load_state_dict(model_state)
    adapt.load_state_dict(optimizer_state)
    x = torch.randn(16, 6) * 2 + 1
    for _ in range(3):
        p = net(x).softmax(1)
        entropy = -(p * p.log()).sum(1).mean()
        adapt.zero_grad()
        entropy.backward()
        adapt.step()
    with torch.no_grad():
        right += (net(x).argmax(1) == x[:, :3].argmax(1)).sum().item()
print(right)
