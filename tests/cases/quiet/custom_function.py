import torch
import torch.nn as nn


class SignSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1).float()


class TopTwo(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        values, index = x.topk(2, dim=1)
        ctx.mark_non_differentiable(index)
        ctx.save_for_backward(index)
        ctx.shape = x.shape
        return values, index

    @staticmethod
    def backward(ctx, grad, _):
        (index,) = ctx.saved_tensors
        return torch.zeros(ctx.shape).scatter(1, index, grad)


def main():
    torch.manual_seed(0)
    a, b = nn.Linear(4, 8), nn.Linear(8, 1)
    params = [*a.parameters(), *b.parameters()]
    optimizer = torch.optim.Adam(params, lr=1e-2)
    for step in range(3):
        x = torch.randn(10, 4)
        h = SignSTE.apply(a(x))
        values, index = TopTwo.apply(h * a(x))
        loss = (b(h) - x[:, :1]).pow(2).mean() - 0.01 * values.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), index.unique().tolist())


if __name__ == "__main__":
    main()
