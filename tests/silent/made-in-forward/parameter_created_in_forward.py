# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Prompted(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.mixer = nn.Linear(width, width)
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        prompt = nn.Parameter(torch.randn(1, 1, self.width))  #~ made-in-forward
        x = torch.cat([prompt.expand(len(x), -1, -1), x], dim=1)
        return self.head(torch.tanh(self.mixer(x)).mean(1))


torch.manual_seed(0)
model = Prompted(6)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(12, 4, 6), torch.randint(2, (12,))
for _ in range(6):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Prompted(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.prompt = nn.Parameter(torch.randn(1, 1, width))
        self.mixer = nn.Linear(width, width)
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        x = torch.cat([self.prompt.expand(len(x), -1, -1), x], dim=1)
        return self.head(torch.tanh(self.mixer(x)).mean(1))


torch.manual_seed(0)
model = Prompted(6)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(12, 4, 6), torch.randint(2, (12,))
for _ in range(6):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
