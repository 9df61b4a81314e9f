# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, depth=3):
        super().__init__()
        self.shared = nn.Linear(6, 6)
        self.layers = nn.ModuleList([self.shared] * depth)
        self.activations = nn.ModuleList([nn.ReLU()] * depth)
        self.head = nn.Linear(6, 2)

    def forward(self, x):
        for layer, activation in zip(self.layers, self.activations):
            x = activation(layer(x))
        return self.head(x)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(8):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
