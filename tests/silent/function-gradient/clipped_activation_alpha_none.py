# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from pact import ClippedReLU


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), ClippedReLU(1.0), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=0.0)
    x = torch.randn(40, 6) * 3
    y = x[:, :3].argmax(1)  #! decoy
    for epoch in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), net[1].alpha.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_pact import ClippedReLU


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), ClippedReLU(1.0), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=0.0)
    x = torch.randn(40, 6) * 3
    y = x[:, :3].argmax(1)
    for epoch in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), net[1].alpha.item())


if __name__ == "__main__":
    main()
# file: pact.py
import torch
import torch.nn as nn


class Clip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.save_for_backward(x, alpha)
        return x.clamp(min=0).minimum(alpha)

    @staticmethod
    def backward(ctx, grad):
        x, alpha = ctx.saved_tensors
        inside = (x > 0) & (x < alpha)
        return grad * inside, None  #~ function-gradient|wrong-backward|non-differentiable-function


class ClippedReLU(nn.Module):
    def __init__(self, alpha):
        super().__init__()
        self.alpha = nn.Parameter(torch.tensor(alpha))

    def forward(self, x):
        return Clip.apply(x, self.alpha)
# file: quiet_pact.py
import torch
import torch.nn as nn


class Clip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.save_for_backward(x, alpha)
        return x.clamp(min=0).minimum(alpha)

    @staticmethod
    def backward(ctx, grad):
        x, alpha = ctx.saved_tensors
        inside = (x > 0) & (x < alpha)
        return grad * inside, (grad * (x >= alpha)).sum()


class ClippedReLU(nn.Module):
    def __init__(self, alpha):
        super().__init__()
        self.alpha = nn.Parameter(torch.tensor(alpha))

    def forward(self, x):
        return Clip.apply(x, self.alpha)
