# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(6, 1)
opt = torch.optim.SGD(net.parameters(), lr=1e-1)
epochs = 100
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)
best, waited = float("inf"), 0
data = torch.randn(160, 6)
for epoch in range(epochs):
    for x in data.split(32):
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    schedule.step()
    waited += 1
    if waited >= 20:
        print("stopped early", epoch)
        break
print(loss.item())
