import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 4))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
data = torch.randn(33, 5)
for epoch in range(3):
    for batch in data.split(16):
        z = net(batch)
        spread = torch.relu(1 - z.std(0)).mean()  #~ nan-gradient
        loss = (z - batch[:, :4]).square().mean() + spread
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, loss.item())
