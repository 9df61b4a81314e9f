import torch

from custom import soft_threshold


def main():
    torch.manual_seed(0)
    x = torch.randn(6, dtype=torch.double, requires_grad=True)
    t = torch.tensor(0.3, dtype=torch.double, requires_grad=True)
    print(torch.autograd.gradcheck(soft_threshold, (x, t)))


main()
