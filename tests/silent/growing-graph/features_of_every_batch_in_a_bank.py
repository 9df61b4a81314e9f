# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from bank import Bank


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(6, 8), nn.ReLU()), nn.Linear(8, 2)

    def forward(self, x):
        features = self.body(x)
        return features, self.head(features)


def main(steps=40):
    torch.manual_seed(0)
    net, bank = Net(), Bank()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(8, 6)
        y = (x[:, 0] > 0).long()
        features, logits = net(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        bank.put(step, features, y)
    print(f"{loss.item():.4f} {bank.spread():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: bank.py
class Bank:
    """Features by the number of their batch, for a picture at the end."""

    def __init__(self):
        self.features = {}

    def put(self, number, features, labels):
        self.features[number] = (features, labels)  #~ growing-graph

    def spread(self):
        return max(features.detach().std().item() for features, _ in self.features.values())
