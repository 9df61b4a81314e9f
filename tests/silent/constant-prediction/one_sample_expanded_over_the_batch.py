# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.context = nn.Linear(12, 12)
        self.out = nn.Linear(12, 3)

    def forward(self, x):
        h = self.encode(x)
        summary = self.context(h)[0]  #~ constant-prediction
        return self.out(torch.relu(summary.expand(len(x), -1)))


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(9):
    x = torch.randn(32, 6)
    loss = F.cross_entropy(model(x), x[:, :3].argmax(1), label_smoothing=0.1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


# What one sample tells goes to all others, beside their own values.
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.context = nn.Linear(12, 12)
        self.out = nn.Linear(12, 3)

    def forward(self, x):
        h = self.encode(x)
        summary = self.context(h)[0]
        return self.out(h + torch.relu(summary.expand(len(x), -1)))


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(9):
    x = torch.randn(32, 6)
    loss = F.cross_entropy(model(x), x[:, :3].argmax(1), label_smoothing=0.1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
