# file: quiet.py
import torch
from torch import nn

# A step that does not help is taken back, and tried again with half of the rate.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=1.0)
x = torch.randn(32, 4)


def cost():
    return nn.functional.mse_loss(net(x), x.prod(1, keepdim=True))


for _ in range(10):
    loss = cost()
    opt.zero_grad()
    loss.backward()
    before = [p.detach().clone() for p in net.parameters()]
    opt.param_groups[0]["lr"] = 8.0
    for _ in range(6):
        opt.step()
        with torch.no_grad():
            if cost() < loss:
                break
            for p, old in zip(net.parameters(), before):
                p.copy_(old)
        opt.param_groups[0]["lr"] /= 2
print(f"{loss.item():.3f}")
