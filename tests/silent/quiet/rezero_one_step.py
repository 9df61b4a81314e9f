# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ReZero(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(width, width)
        self.alpha = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        return x + self.alpha * torch.tanh(self.inner(x))


torch.manual_seed(0)
model = nn.Sequential(ReZero(6), ReZero(6), nn.Linear(6, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(20, 6)
loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
loss.backward()
optimizer.step()
print(loss.item())
