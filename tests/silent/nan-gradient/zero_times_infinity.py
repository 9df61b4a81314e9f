# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def additive_mask(lengths, size):
    inside = (torch.arange(size) < lengths.unsqueeze(1)).float()
    return (1 - inside) * float("-inf")  #~ nan-gradient|nan-value


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)
        self.head = nn.Linear(4, 1)

    def forward(self, x, lengths):
        scores = self.score(x).squeeze(-1) + additive_mask(lengths, x.shape[1])
        return self.head((torch.softmax(scores, -1).unsqueeze(-1) * x).sum(1))


torch.manual_seed(0)
model = Pool()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, lengths = torch.randn(6, 5, 4), torch.tensor([5, 3, 2, 5, 1, 4])
for _ in range(4):
    loss = F.mse_loss(model(x, lengths), x[:, 0, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def additive_mask(lengths, size):
    outside = torch.arange(size) >= lengths.unsqueeze(1)
    return torch.zeros(len(lengths), size).masked_fill(outside, float("-inf"))


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)
        self.head = nn.Linear(4, 1)

    def forward(self, x, lengths):
        scores = self.score(x).squeeze(-1) + additive_mask(lengths, x.shape[1])
        return self.head((torch.softmax(scores, -1).unsqueeze(-1) * x).sum(1))


torch.manual_seed(0)
model = Pool()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, lengths = torch.randn(6, 5, 4), torch.tensor([5, 3, 2, 5, 1, 4])
for _ in range(4):
    loss = F.mse_loss(model(x, lengths), x[:, 0, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
