# file: main.py
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


def train(model, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    criterion = nn.MSELoss()
    for epoch in range(epochs):
        running = 0.0
        for x, y in loader:
            loss = criterion(model(x / 2), y)
            running += loss.item()  #! decoy
        optimizer.zero_grad()
        loss.backward()  #~ skipped-batches
        optimizer.step()
        print(epoch, running / len(loader))


torch.manual_seed(0)
x = torch.randn(48, 5)
train(nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1)), DataLoader(TensorDataset(x, x[:, :1]), 8), 6)
# file: quiet.py
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


# All batches of an epoch are summed up for one step; what is checked afterwards is computed with gradients on.
def train(model, loader, other, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    criterion = nn.MSELoss()
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            loss = criterion(model(x / 2), y)
            total = total + loss / len(loader)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        for x, y in other:
            checked = criterion(model(x / 2), y)
        print(epoch, total.item(), checked.item())


torch.manual_seed(0)
x = torch.randn(48, 5)
data = TensorDataset(x, x[:, :1])
train(nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1)), DataLoader(data, 8), DataLoader(data, 16), 6)
