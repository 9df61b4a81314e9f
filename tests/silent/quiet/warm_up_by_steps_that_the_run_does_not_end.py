# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The run is over before the warm-up is; its factor happens to be the learning rate.
torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.001)


def factor(step):
    if step < 20:
        return 0.001
    return 1.0 if step < 200 else 0.1


sched = torch.optim.lr_scheduler.LambdaLR(opt, factor)
for step in range(15):
    x = torch.randn(16, 4)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
