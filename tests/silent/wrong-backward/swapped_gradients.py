# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from gate import Gate


class Net(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.value, self.gate = nn.Linear(5, hidden), nn.Linear(5, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.out(Gate.apply(self.value(x), torch.sigmoid(self.gate(x))))  #~ wrong-backward|function-gradient


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x[:, :1] * x[:, 1:2])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: gate.py
import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, gate):
        ctx.save_for_backward(value, gate)
        return value * gate

    @staticmethod
    def backward(ctx, grad):  #~ wrong-backward|function-gradient
        value, gate = ctx.saved_tensors  #~ wrong-backward|function-gradient
        return grad * value, grad * gate  #~ wrong-backward|function-gradient
