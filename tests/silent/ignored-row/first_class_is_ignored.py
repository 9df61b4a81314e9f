# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Some samples have no label, which is a number beside the classes; masks have a void class at their borders."""
    torch.manual_seed(0)
    x, y = torch.randn(60, 4), torch.randint(0, 3, (60,))
    y[torch.rand(60) < 0.4] = -1
    picture = torch.randn(60, 2, 5, 5)
    mask = torch.randint(0, 4, (60, 5, 5))
    flat, dense = nn.Linear(4, 3), nn.Conv2d(2, 4, 3, padding=1)
    optimizer = torch.optim.Adam([*flat.parameters(), *dense.parameters()], lr=1e-2)
    for rows in torch.randperm(60).split(6):
        loss = F.cross_entropy(flat(x[rows]), y[rows], ignore_index=-1)
        loss = loss + F.cross_entropy(dense(picture[rows]), mask[rows], ignore_index=0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
