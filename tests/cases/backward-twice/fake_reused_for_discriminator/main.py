import torch

from gan import Loop


def main():
    torch.manual_seed(0)
    loop = Loop()
    data = torch.randn(40, 2) @ torch.randn(2, 6)
    data -= data.mean(0)  #! decoy
    for epoch in range(2):
        for real in data.split(10):
            losses = loop.step(real)
        print(epoch, losses)


if __name__ == "__main__":
    main()
