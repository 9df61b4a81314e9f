import torch

from regression import fit


def main():
    torch.manual_seed(0)
    x = torch.randn(60, 3)
    fit(x, x @ torch.tensor([1.0, -1.0, 2.0]) + 0.5)


if __name__ == "__main__":
    main()
