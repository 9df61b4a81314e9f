# file: main.py
import torch
import torch.nn as nn

from loops import evaluate, train_epoch


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Sequential(nn.Linear(5, 9), nn.ReLU(), nn.Linear(9, 2))

    def forward(self, x):
        return self.fc(x)


def main():
    torch.manual_seed(0)
    data = [(torch.randn(8, 5), torch.randint(0, 2, (8,))) for _ in range(4)]
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(3):
        print(epoch, "loss", train_epoch(net, data, optimizer))
        print(epoch, "accuracy", evaluate(net, data))


if __name__ == "__main__":
    main()
# file: loops.py
import torch
import torch.nn.functional as F


def train_epoch(net, data, optimizer):
    net.train()
    total = 0.0
    for x, y in data:
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()  #! decoy
    return float(total) / len(data)


def evaluate(net, data):
    net.eval()
    previous = torch.is_grad_enabled()
    torch.autograd.set_grad_enabled(False)  #~ grad-disabled
    hits = count = 0
    for x, y in data:
        hits += (net(x).argmax(dim=1) == y).sum().item()
        count += len(y)
        if hits == count and count > 1000:
            torch.autograd.set_grad_enabled(previous)
    return hits / count
