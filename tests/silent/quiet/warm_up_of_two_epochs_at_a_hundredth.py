# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The factor of the warm-up happens to be the learning rate; it is 1 after that.
torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.01)


def factor(epoch):
    return 0.01 if epoch < 2 else 0.1 ** (epoch // 30)


sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_lambda=factor)
for epoch in range(2):
    for step in range(10):
        x = torch.randn(16, 4)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    sched.step()
