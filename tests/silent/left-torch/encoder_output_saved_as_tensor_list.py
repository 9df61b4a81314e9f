# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class BagEncoder(nn.Module):
    """Attention pooling over bags of different sizes."""

    def __init__(self, d=5, h=12):
        super().__init__()
        self.instance = nn.Sequential(nn.Linear(d, h), nn.ReLU())
        self.attention = nn.Sequential(nn.Linear(h, 8), nn.Tanh(), nn.Linear(8, 1))
        self.classify = nn.Linear(h, 1)

    def pool(self, bag):
        h = self.instance(bag)
        weight = [a.item() for a in self.attention(h)]  #~ left-torch
        weight = torch.softmax(torch.tensor(weight), dim=0)  #~ rebuilt-tensor
        return weight @ h

    def forward(self, bags):
        return self.classify(torch.stack([self.pool(bag) for bag in bags])).squeeze(1)


def main():
    torch.manual_seed(0)
    bags = [torch.randn(n, 5) for n in torch.randint(2, 7, (16,)).tolist()]  #! decoy
    label = torch.tensor([float(bag[:, 0].max() > 1) for bag in bags])  #! decoy
    model = BagEncoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(6):
        loss = F.binary_cross_entropy_with_logits(model(bags), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class BagEncoder(nn.Module):
    """Attention pooling over bags of different sizes."""

    def __init__(self, d=5, h=12):
        super().__init__()
        self.instance = nn.Sequential(nn.Linear(d, h), nn.ReLU())
        self.attention = nn.Sequential(nn.Linear(h, 8), nn.Tanh(), nn.Linear(8, 1))
        self.classify = nn.Linear(h, 1)

    def pool(self, bag):
        h = self.instance(bag)
        weight = self.attention(h).flatten()
        weight = torch.softmax(weight, dim=0)
        return weight @ h

    def forward(self, bags):
        return self.classify(torch.stack([self.pool(bag) for bag in bags])).squeeze(1)


def main():
    torch.manual_seed(0)
    bags = [torch.randn(n, 5) for n in torch.randint(2, 7, (16,)).tolist()]
    label = torch.tensor([float(bag[:, 0].max() > 1) for bag in bags])
    model = BagEncoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(6):
        loss = F.binary_cross_entropy_with_logits(model(bags), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


main()
