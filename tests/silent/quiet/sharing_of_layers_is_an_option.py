# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_layers(width, depth, shared):
    if shared:
        layer = nn.Linear(width, width)
        return [layer for _ in range(depth)]
    return [nn.Linear(width, width) for _ in range(depth)]

def early(width, depth, mode):
    if mode != "albert":
        return [nn.Linear(width, width) for _ in range(depth)]
    return [nn.Linear(width, width)] * depth

class Net(nn.Module):
    def __init__(self, width=8, depth=4):
        super().__init__()
        self.blocks = nn.ModuleList(make_layers(width, depth, True))
        self.more = nn.ModuleList(early(width, depth, "albert"))
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        for block in (*self.blocks, *self.more):
            x = x + torch.tanh(block(x))
        return self.head(x)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(20):
    x = torch.randn(32, 8)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
