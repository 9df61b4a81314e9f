# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Clip:
    def __call__(self, x):
        return x * 1.0

    def backward(self, grad_output):  #~ ignored-backward
        return grad_output.clamp(-0.01, 0.01)


clip = Clip()
body, head = nn.Linear(4, 8), nn.Linear(8, 1)
opt = torch.optim.Adam([*body.parameters(), *head.parameters()], 1e-2)
for _ in range(10):
    x = torch.randn(32, 4)
    loss = F.mse_loss(head(clip(body(x).relu())), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class ByHand(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 1))

    def forward(self, x):
        self.x = x
        return x @ self.w

    def backward(self, grad_output):
        self.w.grad = self.x.T @ grad_output
        return grad_output @ self.w.T


layer = ByHand()
opt = torch.optim.SGD(layer.parameters(), 0.1)
probe = nn.Linear(4, 1)
po = torch.optim.SGD(probe.parameters(), 0.1)
for _ in range(10):
    x = torch.randn(32, 4)
    y = x.sum(1, keepdim=True)
    with torch.no_grad():
        out = layer(x)
        layer.backward(2 * (out - y) / len(x))
    opt.step()
    loss = F.mse_loss(probe(x), y) + 0 * layer(x).sum()
    po.zero_grad()
    loss.backward()
    po.step()
print(loss.item())
