# file: main.py
import torch
import torch.nn as nn

from fit import fit


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)  #! decoy
    plan = torch.optim.lr_scheduler.StepLR(opt, 10, 0.5)
    fit(net, opt, plan)


if __name__ == "__main__":
    main()
# file: fit.py
import torch
import torch.nn.functional as F


def fit(net, opt, plan, steps=12):
    for step in range(steps):
        x = torch.randn(16, 4)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()  #~ step-never-called
        plan.step()  #~ step-never-called
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")
