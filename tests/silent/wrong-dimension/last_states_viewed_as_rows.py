# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, words, width, kinds):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, bidirectional=True)
        self.out = nn.Linear(2 * width, kinds)

    def forward(self, ids):
        _, (last, _) = self.lstm(self.words(ids).transpose(0, 1))
        code = last.reshape(len(ids), -1)  #~ wrong-dimension
        return self.out(code)


torch.manual_seed(0)
reader = Reader(30, 12, 3)
optimizer = torch.optim.Adam(reader.parameters(), lr=1e-2)
for _ in range(12):
    ids = torch.randint(30, (16, 9))
    loss = F.cross_entropy(reader(ids), ids[:, 0] % 3)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, words, width, kinds):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, bidirectional=True)
        self.out = nn.Linear(2 * width, kinds)

    def forward(self, ids):
        _, (last, _) = self.lstm(self.words(ids).transpose(0, 1))
        last = last.view(1, 2, len(ids), -1)[-1]
        code = last.transpose(0, 1).reshape(len(ids), -1)
        return self.out(code)


torch.manual_seed(0)
reader = Reader(30, 12, 3)
optimizer = torch.optim.Adam(reader.parameters(), lr=1e-2)
for _ in range(12):
    ids = torch.randint(30, (16, 9))
    loss = F.cross_entropy(reader(ids), ids[:, 0] % 3)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
