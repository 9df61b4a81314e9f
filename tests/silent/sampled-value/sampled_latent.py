# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Bottleneck(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_std = nn.Linear(7, 3), nn.Linear(7, 3)
        self.decode, self.skip = nn.Linear(3, 7), nn.Linear(7, 7)

    def forward(self, x):
        noise = Normal(self.mean(x), self.log_std(x).exp())
        z = noise.sample()  #~ sampled-value
        return self.decode(z) + self.skip(x)


torch.manual_seed(0)
model = Bottleneck()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(24, 7)
for _ in range(6):
    loss = F.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Bottleneck(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_std = nn.Linear(7, 3), nn.Linear(7, 3)
        self.decode, self.skip = nn.Linear(3, 7), nn.Linear(7, 7)

    def forward(self, x):
        noise = Normal(self.mean(x), self.log_std(x).exp())
        z = noise.rsample()
        return self.decode(z) + self.skip(x)


torch.manual_seed(0)
model = Bottleneck()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(24, 7)
for _ in range(6):
    loss = F.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
