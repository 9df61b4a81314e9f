# file: main.py
import torch
import torch.nn as nn

from kernels import gram


def main():
    torch.manual_seed(0)
    points, weights = nn.Parameter(torch.randn(4, 2)), nn.Parameter(torch.zeros(4))
    log_width = nn.Parameter(torch.zeros(()))
    opt = torch.optim.Adam([points, weights, log_width], lr=1e-2)
    table = torch.zeros(3)
    for step in range(3):
        x = torch.randn(16, 2)
        pred = gram(x, points, log_width.exp()) @ weights
        loss = (pred - x.norm(dim=1)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        table[step] = loss.detach()  #! decoy
    print(table)


main()
# file: kernels.py
import torch


def kernel_row(x, points, width):
    row = torch.zeros(len(points))  #~ function-transforms
    for k, p in enumerate(points):
        row[k] = torch.exp(-(x - p).pow(2).sum() / width)  #~ function-transforms
    return row


def gram(xs, points, width):
    return torch.vmap(kernel_row, in_dims=(0, None, None))(xs, points, width)
