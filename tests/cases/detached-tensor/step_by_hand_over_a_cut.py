import torch


def features(weight, x):
    return torch.tanh(x @ weight).detach()  #~ detached-tensor


def train(x, y, steps=4):
    first = torch.randn(3, 5, requires_grad=True)
    second = torch.randn(5, requires_grad=True)
    for _ in range(steps):
        loss = (features(first, x) @ second - y).pow(2).mean()
        loss.backward()
        print(loss.detach())  #! decoy
        for weight in (second, first):
            weight.data -= 0.1 * weight.grad.data
            weight.grad = None


torch.manual_seed(0)
train(torch.randn(16, 3), torch.randn(16))
