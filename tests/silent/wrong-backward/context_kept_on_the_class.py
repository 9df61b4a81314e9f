# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from squash import Squash


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.Linear(5, 8), nn.Linear(8, 8), nn.Linear(8, 1)

    def forward(self, x):
        h = Squash.apply(self.a(x))  #~ wrong-backward|function-gradient|function-definition
        h = Squash.apply(self.b(h))  #! decoy
        return self.c(h)


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: squash.py
import torch


class Squash(torch.autograd.Function):
    kept = None

    @staticmethod
    def forward(ctx, x):
        y = x / (1 + x.abs())
        Squash.kept = x  #~ wrong-backward|function-gradient|function-definition
        return y

    @staticmethod
    def backward(ctx, grad):  #~ wrong-backward|function-gradient|function-definition
        return grad / (1 + Squash.kept.abs()) ** 2  #~ wrong-backward|function-gradient|function-definition
