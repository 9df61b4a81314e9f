# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Layer(nn.Module):
    def backward(self, grad_output):
        raise NotImplementedError


class Square(Layer):
    def forward(self, x):
        return x * x


class Identity(Layer):
    def forward(self, x):
        return x

    def backward(self, grad_output):
        return grad_output


net = nn.Sequential(nn.Linear(4, 8), Square(), Identity(), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), 0.01)
for _ in range(10):
    x = torch.randn(32, 4)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
