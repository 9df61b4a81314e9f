# file: main.py
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
# file: accumulate.py
import torch
import torch.nn.functional as F


class Accumulator:
    def __init__(self, model, every):
        self.model, self.every, self.count = model, every, 0
        self.opt = torch.optim.AdamW(model.parameters(), lr=3e-3)

    def feed(self, x, y):
        loss = F.mse_loss(self.model(x), y) / self.every  #! decoy
        self.opt.zero_grad()  #~ gradient-cleared
        loss.backward()
        self.count += 1
        if self.count % self.every == 0:  #! decoy
            self.opt.step()
        return loss.item() * self.every
# file: net.py
import torch.nn as nn


class Regressor(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, hidden), nn.SiLU())
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.head(self.body(x))
