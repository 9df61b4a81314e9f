import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.exits = nn.ModuleList(nn.Linear(16, 3) for _ in range(3))

    def forward(self, x):
        h = self.trunk(x)
        return [exit(h) for exit in self.exits]


def deep_supervision(outputs, y, weights=(0.3, 0.3, 1.0)):
    for out, weight in zip(outputs, weights):
        loss = weight * F.cross_entropy(out, y)  #~ unused-input|unused-parameters|never-connected|idle-parameter|loss-left-out
    return loss


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = x[:, :3].argmax(1)
    for epoch in range(6):
        outputs = net(x)
        loss = deep_supervision(outputs, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        acc = [(o.argmax(1) == y).float().mean().item() for o in outputs]  #! decoy
        print(epoch, loss.item(), acc)  #! decoy


main()
