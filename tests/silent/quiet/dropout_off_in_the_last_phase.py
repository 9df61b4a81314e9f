# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 1))
teacher = copy.deepcopy(net).eval().requires_grad_(False)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)


def fit(epochs):
    for epoch in range(epochs):
        for _ in range(5):
            x = torch.randn(32, 6)
            with torch.no_grad():
                hint = teacher(x)
            out = net(x)
            loss = F.mse_loss(out, x.sum(1, keepdim=True)) + 0.1 * F.mse_loss(out, hint)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())


net.train()
fit(6)
net.eval()  # the last phase does without dropout
for group in opt.param_groups:
    group["lr"] *= 0.1
fit(4)
with torch.no_grad():
    x = torch.randn(100, 6)
    print(F.mse_loss(net(x), x.sum(1, keepdim=True)).item())
