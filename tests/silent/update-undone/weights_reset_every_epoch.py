# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)


def start(module):
    if isinstance(module, nn.Linear):
        nn.init.xavier_uniform_(module.weight)
        nn.init.zeros_(module.bias)


for epoch in range(6):
    net.apply(start)  #~ update-undone
    for i in range(8):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
data = torch.randn(60, 6)


def start(module):
    if isinstance(module, nn.Linear):
        module.reset_parameters()


for fold in range(5):
    net.apply(start)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    rest = torch.cat([data[: 12 * fold], data[12 * fold + 12 :]])
    for i in range(8):
        loss = F.cross_entropy(net(rest), rest[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(fold, loss.item())
