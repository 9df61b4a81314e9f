import torch
from torch.utils.data import DataLoader, TensorDataset

from accumulate import Accumulator
from net import Regressor


def make_data(n=128):
    g = torch.Generator().manual_seed(3)
    x = torch.randn(n, 6, generator=g)
    return TensorDataset(x, torch.sin(x[:, :1]) + x[:, 1:2])


def main(epochs=3):
    torch.manual_seed(0)
    model = Regressor()
    trainer = Accumulator(model, every=4)
    for epoch in range(epochs):
        losses = [trainer.feed(x, y) for x, y in DataLoader(make_data(), batch_size=8)]
        print(epoch, f"{sum(losses) / len(losses):.4f}")


if __name__ == "__main__":
    main()
