# file: quiet.py
# The weight that the layer computes with is made anew in each pass; its gradient is handed on by hand.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Rounded(nn.Module):
    def __init__(self, size, out):
        super().__init__()
        self.full = nn.Parameter(torch.randn(out, size) / size**0.5)
        self.bias = nn.Parameter(torch.zeros(out))
        self.weight = torch.empty_like(self.full)

    def forward(self, x):
        self.weight = (self.full.detach() * 4).round().div(4).requires_grad_(True)
        return F.linear(x, self.weight, self.bias)

    def hand_on(self):
        self.full.grad = self.weight.grad.clone()


torch.manual_seed(0)
net = nn.Sequential(Rounded(6, 12), nn.ReLU(), Rounded(12, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(12):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    for layer in (net[0], net[2]):
        layer.hand_on()
    optimizer.step()
