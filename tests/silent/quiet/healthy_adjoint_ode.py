# file: quiet.py
import torch
import torch.nn as nn


class Adjoint(torch.autograd.Function):
    @staticmethod
    def forward(ctx, func, y0, n, *params):
        ctx.func, ctx.n = func, n
        with torch.no_grad():
            y = y0
            for _ in range(n):
                y = y + func(y) / n
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        func, n = ctx.func, ctx.n
        params = tuple(func.parameters())
        grads = [torch.zeros_like(p) for p in params]
        a = g
        for _ in range(n):
            with torch.no_grad():
                y = y - func(y) / n
            with torch.enable_grad():
                yy = y.detach().requires_grad_()
                out = func(yy)
            vjp = torch.autograd.grad(out, (yy, *params), a / n)
            a = a + vjp[0]
            for acc, v in zip(grads, vjp[1:]):
                acc += v
        return (None, a, None, *grads)


class Node(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(2, 4)
        self.func = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 4))
        self.dec = nn.Linear(4, 1)

    def forward(self, x):
        return self.dec(Adjoint.apply(self.func, self.enc(x), 8, *self.func.parameters()))


def main():
    torch.manual_seed(0)
    net = Node()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(32, 2)
        loss = (net(x) - x.prod(1, keepdim=True)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
