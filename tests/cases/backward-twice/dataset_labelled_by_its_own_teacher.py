# file: main.py
import torch
from torch import nn
from torch.utils.data import DataLoader

from teacher_data import Labelled


def train(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            loss.backward()  #! decoy
            optimizer.step()
        print(epoch, loss.item())


torch.manual_seed(0)
data = Labelled(64)
train(nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 1)), DataLoader(data, batch_size=16, shuffle=True), 2)
# file: teacher_data.py
import torch
from torch import nn


class Labelled(torch.utils.data.Dataset):
    def __init__(self, size):
        self.x = torch.randn(size, 5)
        teacher = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
        self.y = teacher(self.x) + 0.01 * torch.randn(size, 1)  #~ backward-twice

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        return self.x[index], self.y[index]  #! decoy
