import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
TOTAL = 20
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: max(0.0, 1 - s / TOTAL))  #~ step-without-effect
sched.load_state_dict({**sched.state_dict(), "last_epoch": 20, "_last_lr": [0.0]})
opt.param_groups[0]["lr"] = sched.get_last_lr()[0]
for step in range(30):
    x = torch.randn(8, 4)
    loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
print(loss.item())
