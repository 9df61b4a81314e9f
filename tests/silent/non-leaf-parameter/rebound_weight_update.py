# file: main.py
import torch


def features(n):
    x = torch.randn(n, 3)
    return x, x @ torch.tensor([1.0, -2.0, 0.5]) + 0.3


def predict(x, w, b):
    return x @ w + b


def train(steps, lr):
    x, y = features(50)
    w = torch.zeros(3, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    for _ in range(steps):
        loss = (predict(x, w, b) - y).pow(2).mean()
        loss.backward()
        print(loss.item())
        if w.grad is not None:  #~ non-leaf-parameter|requires-grad-misuse|leaf-without-grad
            w = w - lr * w.grad  #~ non-leaf-parameter|requires-grad-misuse|leaf-without-grad|rebound-parameter
        with torch.no_grad():
            b -= lr * b.grad
            b.grad = None


torch.manual_seed(0)
train(6, 0.1)
# file: quiet.py
import torch


def features(n):
    x = torch.randn(n, 3)
    return x, x @ torch.tensor([1.0, -2.0, 0.5]) + 0.3


def predict(x, w, b):
    return x @ w + b


def train(steps, lr):
    x, y = features(50)
    w = torch.zeros(3, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    for _ in range(steps):
        loss = (predict(x, w, b) - y).pow(2).mean()
        loss.backward()
        print(loss.item())
        with torch.no_grad():
            for p in (w, b):
                p -= lr * p.grad
                p.grad = None


torch.manual_seed(0)
train(6, 0.1)
