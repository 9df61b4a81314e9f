import torch
from torch import nn


class TopPool(torch.autograd.Function):  #~ function-definition
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.flip(1).cummax(1).values.flip(1)

    @staticmethod
    def backwards(ctx, grad):  #~ function-definition
        (x,) = ctx.saved_tensors
        return grad * (x == x.flip(1).cummax(1).values.flip(1))


class Corner(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Linear(6, 6)
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        return self.out(TopPool.apply(self.conv(x)))


def train(model, batches):
    opt = torch.optim.SGD(model.parameters(), 0.1)
    for x, y in batches:
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()


torch.manual_seed(0)
train(Corner(), [(torch.randn(3, 6), torch.tensor([0, 1, 0]))])
