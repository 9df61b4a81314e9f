import torch

from md.energy import Potential
from md.loop import Loop


def main():
    torch.manual_seed(0)
    loop = Loop(Potential())
    data = [{"pos": torch.randn(4, 3), "energy": torch.randn(1), "forces": torch.zeros(4, 3)} for _ in range(3)]
    loop.fit(data)
    print(loop.test(data))


if __name__ == "__main__":
    main()
