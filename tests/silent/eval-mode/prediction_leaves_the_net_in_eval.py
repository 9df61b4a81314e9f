# file: main.py
import torch
from torch import nn
torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3))
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        return self.head(self.body(x))

    def predict(self, x):
        self.eval()  #~ eval-mode
        with torch.no_grad():
            return self(x)


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
for step in range(40):
    x = torch.randn(16, 6)
    loss = (net(x) - x[:, :1]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 0:
        print(net.predict(x).mean().item())
# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
net.eval()
for epoch in range(4):
    for step in range(10):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    with torch.no_grad():
        print(net(x).mean().item())
