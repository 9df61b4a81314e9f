# file: main.py
import torch
import torch.nn.functional as F

from heads import MultiTask


def step(model, optimizer, x, label, depth, weight=0.5):
    logits, pred_depth = model(x)
    loss = F.cross_entropy(logits, label)
    depth_loss = F.l1_loss(pred_depth, depth)
    total = loss + weight * depth_loss
    optimizer.zero_grad()
    loss.backward()  #~ unused-parameters|never-connected|backward-never-called|idle-parameter|unused-input|loss-left-out
    optimizer.step()
    return {"total": total.item(), "class": loss.item(), "depth": depth_loss.item()}  #! decoy


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    label, depth = x[:, :3].argmax(1), x[:, 3:4].abs()
    for epoch in range(6):
        print(epoch, step(model, optimizer, x, label, depth))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from heads import MultiTask


def step(model, optimizer, x, label, depth, weight=0.5):
    logits, pred_depth = model(x)
    loss = F.cross_entropy(logits, label)
    depth_loss = F.l1_loss(pred_depth, depth)
    total = loss + weight * depth_loss
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
    return {"total": total.item(), "class": loss.item(), "depth": depth_loss.item()}


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    label, depth = x[:, :3].argmax(1), x[:, 3:4].abs()
    for epoch in range(6):
        print(epoch, step(model, optimizer, x, label, depth))


if __name__ == "__main__":
    main()
# file: heads.py
import torch.nn as nn


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.classes = nn.Linear(16, 3)
        self.depth = nn.Linear(16, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.classes(h), self.depth(h)
