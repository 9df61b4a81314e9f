# file: quiet.py
import torch


def game(x, y):
    return (x * y).sum() + 0.1 * x.pow(2).sum() - 0.1 * y.pow(2).sum()


def main(steps=10, lr=0.3):
    torch.manual_seed(0)
    x, y = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True)
    for step in range(steps):
        game(x, y).backward()
        with torch.no_grad():
            xh, yh = x - lr * x.grad, y + lr * y.grad
        x.grad = y.grad = None
        xh.requires_grad_()
        yh.requires_grad_()
        value = game(xh, yh)
        value.backward()
        with torch.no_grad():
            x -= lr * xh.grad
            y += lr * yh.grad
    print(value.item(), x.norm().item())


main()
