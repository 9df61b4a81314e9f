# file: main.py
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import LambdaLR

TOP, WARM, TOTAL = 3e-3, 4, 24


def rate_at(step):
    left = max(0.0, (TOTAL - step) / (TOTAL - WARM))
    return TOP * min(1.0, (step + 1) / WARM, left)  #~ rate-as-factor


def main():
    torch.manual_seed(2)
    net = nn.Sequential(nn.Linear(5, 20), nn.Tanh(), nn.Linear(20, 1))
    optimizer = torch.optim.AdamW(net.parameters(), lr=TOP)
    schedule = LambdaLR(optimizer, lr_lambda=rate_at)
    for _ in range(TOTAL):
        x = torch.randn(32, 5)
        loss = nn.functional.mse_loss(net(x), x.prod(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import LambdaLR

TOP, WARM, TOTAL = 3e-3, 4, 24


def rate_at(step):
    left = max(0.0, (TOTAL - step) / (TOTAL - WARM))
    return min(1.0, (step + 1) / WARM, left)


def main():
    torch.manual_seed(2)
    net = nn.Sequential(nn.Linear(5, 20), nn.Tanh(), nn.Linear(20, 1))
    optimizer = torch.optim.AdamW(net.parameters(), lr=TOP)
    schedule = LambdaLR(optimizer, lr_lambda=rate_at)
    for _ in range(TOTAL):
        x = torch.randn(32, 5)
        loss = nn.functional.mse_loss(net(x), x.prod(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(loss.item())


main()
