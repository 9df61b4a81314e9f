# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.AdamW([{"params": net[0].parameters(), "lr": 0.0}, {"params": net[2].parameters()}], lr=1e-2)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, [lambda s: 1.0, lambda s: max(0, s - 2) / 8])
    for step in range(14):
        x = torch.randn(32, 5)
        loss = F.mse_loss(net(x), x.mean(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if step == 5:
            opt.param_groups[0]["lr"] = 1e-3
    print(loss.item(), sched.get_last_lr())


main()
