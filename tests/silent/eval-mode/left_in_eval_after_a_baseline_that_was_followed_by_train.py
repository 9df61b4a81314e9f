import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)


def measure():
    net.eval()  #~ eval-mode
    with torch.no_grad():
        x = torch.randn(64, 6)
        return F.mse_loss(net(x), x.sum(1, keepdim=True)).item()


print(measure())
net.train()
for epoch in range(6):
    for _ in range(5):
        x = torch.randn(32, 6)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, measure())
