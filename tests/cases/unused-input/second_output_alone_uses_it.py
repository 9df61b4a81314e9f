import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 2), nn.Linear(3, 2)

    def forward(self, x, z):
        first = self.a(x)  #! decoy
        second = self.b(z)
        return first, second


def main():
    torch.manual_seed(0)
    net, z = Net(), torch.randn(5, 3, requires_grad=True)
    first, second = net(torch.randn(5, 4), z)  #~ unused-input
    print(torch.autograd.grad(first.sum(), z))


main()
