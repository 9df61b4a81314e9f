# file: main.py
import torch
import torch.nn as nn

from nets import MLP


def main():
    torch.manual_seed(0)
    model = MLP([4, 8, 8, 2])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    for step in range(3):
        x = torch.randn(10, 4)
        y = (x[:, 0] > 0).long()  #! decoy
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: nets.py
import torch.nn as nn
import torch.nn.functional as F


class MLP(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = list(sizes)  #! decoy
        self.layers = [nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])]  #~ unregistered-module
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        *hidden, last = self.layers
        for layer in hidden:
            x = self.dropout(F.relu(layer(x)))
        return last(x)
