# file: main.py
import torch
import torch.nn.functional as F

from linear import FastLinear


def main(steps=8):
    torch.manual_seed(0)
    first, second = FastLinear(6, 12), FastLinear(12, 3)
    opt = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(second(torch.relu(first(x))), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: linear.py
import torch
import torch.nn as nn


class Affine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b):
        ctx.save_for_backward(x, w)
        return x @ w.T + b

    @staticmethod
    def backward(ctx, grad):  #~ wrong-backward|function-gradient
        x, w = ctx.saved_tensors
        gx, gw = grad @ w, grad.T @ x
        gb = grad.mean(0)  #~ wrong-backward|function-gradient
        return gx, gw, gb  #~ wrong-backward|function-gradient


class FastLinear(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.w = nn.Parameter(torch.randn(o, i) / i**0.5)
        self.b = nn.Parameter(torch.zeros(o))

    def forward(self, x):
        return Affine.apply(x, self.w, self.b)  #~ wrong-backward|function-gradient
