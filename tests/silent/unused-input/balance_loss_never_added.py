# file: main.py
import torch
import torch.nn.functional as F

from model import Counter


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(32, 6)
    y, total = x[:, :3].argmax(1), (x > 0).sum(1, keepdim=True).float()
    for epoch in range(6):
        logits = model(x, total)
        loss = F.cross_entropy(logits, y)  #~ unused-input|unused-parameters|never-connected|idle-parameter|loss-left-out
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), model.count_loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from model import Counter


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(32, 6)
    y, total = x[:, :3].argmax(1), (x > 0).sum(1, keepdim=True).float()
    for epoch in range(6):
        logits = model(x, total)
        loss = F.cross_entropy(logits, y) + 0.1 * model.count_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), model.count_loss.item())


if __name__ == "__main__":
    main()
# file: model.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.classes, self.count = nn.Linear(16, 3), nn.Linear(16, 1)

    def forward(self, x, total):
        h = self.body(x)
        self.count_loss = F.smooth_l1_loss(self.count(h), total)
        return self.classes(h)
