# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def field(width=48):
    torch.set_default_dtype(torch.bfloat16)
    net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
    torch.set_default_dtype(torch.float32)
    return net


def main():
    torch.manual_seed(0)
    net = field()
    optimizer = torch.optim.NAdam(net.parameters(), lr=4e-5)  #~ vanishing-update
    for step in range(40):
        at = torch.rand(64, 2) * 2 - 1
        height = torch.sin(3 * at[:, :1]) * at[:, 1:]
        loss = F.mse_loss(net(at.bfloat16()).float(), height)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """The rate is low while it warms up, and at its end; in between the steps are large enough."""
    torch.manual_seed(0)
    torch.set_default_dtype(torch.bfloat16)
    net = nn.Sequential(nn.Linear(2, 48), nn.Tanh(), nn.Linear(48, 1))
    torch.set_default_dtype(torch.float32)
    optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / 14, (64 - step) / 40))
    for step in range(64):
        at = torch.rand(64, 2) * 2 - 1
        height = torch.sin(3 * at[:, :1]) * at[:, 1:]
        loss = F.mse_loss(net(at.bfloat16()).float(), height)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(loss.item())


main()
