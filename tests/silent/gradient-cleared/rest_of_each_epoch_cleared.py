# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.randn(88, 6)
loader = DataLoader(TensorDataset(x, x[:, :3].argmax(1)), batch_size=8)
window = 8
for epoch in range(5):
    opt.zero_grad()
    for i, (inputs, labels) in enumerate(loader):
        loss = F.cross_entropy(net(inputs), labels) / window
        loss.backward()
        if (i + 1) % window == 0:  #~ gradient-cleared
            opt.step()
            opt.zero_grad()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.randn(88, 6)
loader = DataLoader(TensorDataset(x, x[:, :3].argmax(1)), batch_size=8)
window = 8
for epoch in range(5):
    opt.zero_grad()
    for i, (inputs, labels) in enumerate(loader):
        loss = F.cross_entropy(net(inputs), labels) / window
        loss.backward()
        if (i + 1) % window == 0 or i + 1 == len(loader):
            opt.step()
            opt.zero_grad()
print(loss.item())
