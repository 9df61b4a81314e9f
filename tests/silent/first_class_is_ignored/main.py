import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

SPECIES = ["setosa", "versicolor", "virginica"]


def main():
    torch.manual_seed(0)
    x, y = torch.randn(120, 4), torch.randint(0, len(SPECIES), (120,))
    model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, len(SPECIES)))
    criterion = nn.CrossEntropyLoss(ignore_index=0)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for features, label in DataLoader(TensorDataset(x, y), batch_size=30, shuffle=True):
            loss = criterion(model(features), label)  #~ ignored-row
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
