# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def features(self, x):
        with torch.no_grad():
            return self.body(x)

    def forward(self, x):
        return self.head(self.features(x))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.head.parameters(), lr=0.1)
x, y = torch.randn(30, 6), torch.randint(3, (30,))
for _ in range(6):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
