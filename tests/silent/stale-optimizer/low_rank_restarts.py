import torch
import torch.nn as nn
import torch.nn.functional as F


class LowRank(nn.Module):
    def __init__(self, d, rank=2):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d, d) / d, requires_grad=False)
        self.rank = rank
        self.start()

    def start(self):
        d = len(self.weight)
        self.a = nn.Parameter(torch.randn(self.rank, d) * 0.1)  #~ stale-optimizer
        self.b = nn.Parameter(torch.zeros(d, self.rank))  #~ stale-optimizer

    def merge(self):
        self.weight.data += (self.b @ self.a).data
        self.start()  #~ stale-optimizer

    def forward(self, x):
        return x @ (self.weight + self.b @ self.a).t()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = LowRank(8), nn.Linear(8, 1)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=1e-2)  #! decoy
x = torch.randn(32, 8)
y = x[:, :1] * x[:, 1:2]
for step in range(1, 21):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 9 == 0:
        net.hidden.merge()
print(loss.item())
