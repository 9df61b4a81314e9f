# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Engine(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def forward(self, x):
        return self.net(x)

    def backward(self, loss, retain_graph=False):
        loss.backward(retain_graph=retain_graph)


e = Engine()
opt = torch.optim.SGD(e.parameters(), 0.1)
for _ in range(10):
    x = torch.randn(32, 4)
    loss = F.mse_loss(e(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    e.backward(loss)
    opt.step()
print(loss.item())
