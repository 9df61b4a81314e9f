# file: main.py
import torch
import torch.nn as nn


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(30, 8)
        self.recur = nn.GRU(8, 16, batch_first=True)
        self.out = nn.Linear(16, 1)

    def forward(self, ids):
        states, _ = self.recur(self.embed(ids))
        return self.out(states[:, 0]).squeeze(-1)  #~ constant-prediction


torch.manual_seed(0)
model = Reader()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.MSELoss()
for step in range(12):
    words = torch.randint(2, 30, (16, 6))
    ids = torch.cat([torch.ones(16, 1, dtype=torch.long), words], dim=1)
    loss = criterion(model(ids), words.float().mean(1) / 30)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


# The first token is the same for all here too, and the last state has read the others.
class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(30, 8)
        self.recur = nn.GRU(8, 16, batch_first=True)
        self.out = nn.Linear(16, 1)

    def forward(self, ids):
        states, _ = self.recur(self.embed(ids))
        return self.out(states[:, 0] + 0.01 * states[:, -1]).squeeze(-1)


torch.manual_seed(0)
model = Reader()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.MSELoss()
for step in range(12):
    words = torch.randint(2, 30, (16, 6))
    ids = torch.cat([torch.ones(16, 1, dtype=torch.long), words], dim=1)
    loss = criterion(model(ids), words.float().mean(1) / 30)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
