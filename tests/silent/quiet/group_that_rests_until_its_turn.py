# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The body has a rate of 0 until its turn comes, which is not in this run.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
opt = torch.optim.Adam(
    [{"params": net[2].parameters(), "name": "head"}, {"params": net[0].parameters(), "name": "body"}], lr=0.0
)


def schedule(step, unfreeze_at=50):
    for g in opt.param_groups:
        if g["name"] == "head":
            g["lr"] = 1e-2 * min(1.0, (step + 1) / 10)
        elif step >= unfreeze_at:
            g["lr"] = 1e-3


for step in range(30):
    schedule(step)
    x = torch.randn(16, 4)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
