# file: main.py
import torch
import torch.nn.functional as F

from detector import SetPredictor


def main():
    torch.manual_seed(0)
    model = SetPredictor()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    memory = torch.randn(16, 9, 12)
    boxes = torch.rand(16, 3, 4)
    for step in range(5):
        loss = F.l1_loss(model(memory), boxes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_detector import SetPredictor


def main():
    torch.manual_seed(0)
    model = SetPredictor()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    memory = torch.randn(16, 9, 12)
    boxes = torch.rand(16, 3, 4)
    for step in range(5):
        loss = F.l1_loss(model(memory), boxes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: detector.py
import torch
import torch.nn as nn


class SetPredictor(nn.Module):
    def __init__(self, dim=12, queries=3):
        super().__init__()
        self.queries = nn.Parameter(torch.randn(queries, dim)).unsqueeze(0)  #~ non-leaf-parameter|not-in-optimizer|unregistered-module
        self.attend = nn.MultiheadAttention(dim, 2, batch_first=True)
        self.box = nn.Linear(dim, 4)

    def forward(self, memory):
        q = self.queries.expand(len(memory), -1, -1)
        h, weights = self.attend(q, memory, memory)
        self.weights = weights.detach()  #! decoy
        return self.box(h).sigmoid()
# file: quiet_detector.py
import torch
import torch.nn as nn


class SetPredictor(nn.Module):
    def __init__(self, dim=12, queries=3):
        super().__init__()
        self.queries = nn.Parameter(torch.randn(1, queries, dim))
        self.attend = nn.MultiheadAttention(dim, 2, batch_first=True)
        self.box = nn.Linear(dim, 4)

    def forward(self, memory):
        q = self.queries.expand(len(memory), -1, -1)
        h, weights = self.attend(q, memory, memory)
        self.weights = weights.detach()
        return self.box(h).sigmoid()
