# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)


def validate():
    net.eval()  #~ eval-mode
    with torch.no_grad():
        return nn.functional.cross_entropy(net(torch.randn(16, 6)), torch.randint(0, 3, (16,))).item()


net.train()
for epoch in range(4):
    for step in range(10):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(validate())
# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
# Fine-tuned with the statistics of the pretraining: batch norm stays in eval mode, on purpose.
net = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for epoch in range(4):
    net.train()
    net[1].eval()
    for step in range(10):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        print(net(x).mean().item())
