# file: quiet.py
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import LambdaLR


def train(net, optimizer, schedule, steps):
    for _ in range(steps):
        x = torch.randn(16, 3)
        loss = nn.functional.mse_loss(net(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return loss.item()


torch.manual_seed(0)
net = nn.Linear(3, 1)
# A warm-up that is not over: the factor passes the rate on its way, and ends at it.
short = torch.optim.Adam(net.parameters(), lr=0.1)
print(train(net, short, LambdaLR(short, lambda step: min(1.0, (step + 1) / 100)), 10))
# A run that goes on where the factor has fallen to the rate.
later = torch.optim.SGD(net.parameters(), lr=0.1)
schedule = LambdaLR(later, lambda step: 0.1 ** (step // 10))
schedule.load_state_dict({"last_epoch": 10, "base_lrs": [0.1], "_step_count": 11, "_last_lr": [0.01], "lr_lambdas": [None]})
later.param_groups[0]["lr"] = 0.01
print(train(net, later, schedule, 8))
# The optimizer's rate is 1, and the function tells the rates.
plain = torch.optim.SGD(net.parameters(), lr=1.0)
print(train(net, plain, LambdaLR(plain, lambda step: 0.05 * 0.9**step), 12))
