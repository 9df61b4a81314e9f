# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaledTanh(torch.autograd.Function):
    """`tanh(k x)`, with one pass over the memory."""

    @staticmethod
    def forward(ctx, x, k):
        y = torch.tanh(k * x)
        ctx.save_for_backward(y)
        ctx.k = k
        return y

    @staticmethod
    def backward(ctx, grad):  #~ function-gradient|wrong-backward
        (y,) = ctx.saved_tensors
        return grad * (1 - y), None  #~ function-gradient|wrong-backward


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(5, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.second(ScaledTanh.apply(self.first(x), 0.7))  #~ function-gradient|wrong-backward


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(20, 5)
for _ in range(6):
    loss = F.mse_loss(net(x), x[:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaledTanh(torch.autograd.Function):
    """`tanh(k x)`, with one pass over the memory."""

    @staticmethod
    def forward(ctx, x, k):
        y = torch.tanh(k * x)
        ctx.save_for_backward(y)
        ctx.k = k
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * (1 - y * y) * ctx.k, None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(5, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.second(ScaledTanh.apply(self.first(x), 0.7))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(20, 5)
for _ in range(6):
    loss = F.mse_loss(net(x), x[:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
