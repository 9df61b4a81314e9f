# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GuidedRelu(torch.autograd.Function):
    """For pictures only: negative gradients are not shown."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad.clamp(min=0) * (x > 0)


class GradientScale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 3)
        self.guided = False

    def forward(self, x):
        h = self.a(x)
        h = GuidedRelu.apply(h) if self.guided else torch.relu(h)
        return self.b(GradientScale.apply(h, 0.5))


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.guided = True
    x = torch.randn(2, 6, requires_grad=True)
    (picture,) = torch.autograd.grad(net(x)[:, 0].sum(), x)
    print(picture.abs().mean().item())


if __name__ == "__main__":
    main()
