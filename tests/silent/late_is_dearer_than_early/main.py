import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Delivery(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 24), nn.GELU(), nn.Linear(24, 1))

    def forward(self, x):
        return self.net(x)


def cost(minutes, express):
    return torch.where(express, 4 * minutes.abs(), minutes.square()).mean()  #~ broadcast-loss


def main():
    torch.manual_seed(0)
    model = Delivery()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    data = TensorDataset(torch.randn(64, 5), torch.rand(64) < 0.5)
    for epoch in range(2):
        for x, express in DataLoader(data, batch_size=16):
            loss = cost(model(x) - 1.0, express)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
