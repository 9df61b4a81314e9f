import torch
import torch.nn as nn
import torch.nn.functional as F


def train_epoch(net, lr):
    opt = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)  #~ lost-optimizer-state
    for _ in range(4):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
for epoch in range(5):
    print(train_epoch(net, 0.05))
