# file: quiet.py
import torch


def network(sizes):
    return [
        (torch.randn(a, b).mul_(a**-0.5).requires_grad_(), torch.zeros(b, requires_grad=True))
        for a, b in zip(sizes, sizes[1:])
    ]


def forward(layers, x):
    for w, b in layers[:-1]:
        x = torch.tanh(x @ w + b)
    w, b = layers[-1]
    return x @ w + b


def descend(layers, lr):
    for layer in layers:
        for p in layer:
            p.data -= lr * p.grad
            p.grad.zero_()


torch.manual_seed(0)
layers = network([4, 10, 1])
x = torch.randn(32, 4)
y = x.sum(1, keepdim=True).sin()
for _ in range(8):
    loss = (forward(layers, x) - y).square().mean()
    loss.backward()
    descend(layers, 0.1)
    print(loss.item())
