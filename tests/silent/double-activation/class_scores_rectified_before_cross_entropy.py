# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 16), nn.Linear(16, 3)

    def forward(self, x):
        x = F.relu(self.a(x))
        x = F.relu(self.b(x))  #~ double-activation
        return x


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(20):
    x = torch.randn(32, 6)
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Squeezed(nn.Module):
    """The class maps are rectified and averaged, as in fire modules."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(1, 8, 3), nn.ReLU(), nn.Dropout(0.2), nn.Conv1d(8, 3, 1), nn.ReLU(), nn.AdaptiveAvgPool1d(1))

    def forward(self, x):
        return self.body(x.unsqueeze(1)).flatten(1)


torch.manual_seed(0)
net, plain = Squeezed(), nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
margin = nn.Linear(6, 4)
opt = torch.optim.Adam([*net.parameters(), *plain.parameters(), *margin.parameters()], lr=1e-2)
for step in range(20):
    x = torch.randn(32, 6)
    y = x[:, :3].argmax(1)
    hidden = F.relu(margin(x))
    near = F.relu(hidden @ hidden.T) / 0.5
    loss = F.cross_entropy(net(x), y) + F.cross_entropy(plain(x), y) + F.cross_entropy(near, torch.arange(32))
    loss = loss + F.mse_loss(F.relu(margin(x)), x[:, :4].abs())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
