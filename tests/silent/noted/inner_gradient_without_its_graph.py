import torch
import torch.nn as nn
import torch.nn.functional as F


def adapted(w, x, y, rate=0.1):
    loss = F.mse_loss(x @ w, y)
    (g,) = torch.autograd.grad(loss, w)  #~ cut-beside-open
    return w - rate * g


def main():
    torch.manual_seed(0)
    w = nn.Parameter(torch.randn(4, 1))
    optimizer = torch.optim.SGD([w], lr=0.05)
    for _ in range(6):
        x = torch.randn(2, 12, 4)
        y = x.sum(2, keepdim=True) + torch.randn(1)
        fast = adapted(w, x[0], y[0])
        loss = F.mse_loss(x[1] @ fast, y[1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
