import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 32), nn.Linear(32, 2)

    def forward(self, x):
        h = F.relu(self.a(x))
        h = nn.Dropout(0.5)(h)  #~ always-dropping
        return self.b(h)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for epoch in range(6):
    net.train()
    for _ in range(3):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        v = torch.randn(32, 6)
        print(epoch, (net(v).argmax(1) == (v[:, 0] > 0)).float().mean().item())
