# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
gen, disc = nn.Linear(4, 2), nn.Linear(2, 1)
og = torch.optim.Adam(gen.parameters(), lr=1e-3)
od = torch.optim.Adam(disc.parameters(), lr=1e-3)
sg = torch.optim.lr_scheduler.CosineAnnealingLR(og, T_max=10)
sd = torch.optim.lr_scheduler.CosineAnnealingLR(od, T_max=1000)
for step in range(200):
    if step > 10:
        pass
    fake = gen(torch.randn(8, 4))
    od.zero_grad()
    (disc(fake.detach()).mean() - disc(torch.randn(8, 2)).mean()).backward()
    od.step()
    og.zero_grad()
    (-disc(gen(torch.randn(8, 4))).mean()).backward()
    og.step()
    sd.step()
    if step < 10:
        sg.step()  #~ vanishing-update
print(1)
# file: quiet.py
import torch
from torch import nn

# The first network is brought to rest by its schedule, for the last third of the run: the second fits to it.
torch.manual_seed(0)
first, second = nn.Linear(4, 4), nn.Linear(4, 1)
slow = torch.optim.SGD(first.parameters(), lr=1e-2)
fast = torch.optim.SGD(second.parameters(), lr=1e-2)
schedule = torch.optim.lr_scheduler.LambdaLR(slow, lambda step: max(0.0, 1 - step / 80))
for step in range(120):
    x = torch.randn(16, 4)
    loss = nn.functional.mse_loss(second(first(x)), torch.randn(16, 1))
    slow.zero_grad()
    fast.zero_grad()
    loss.backward()
    slow.step()
    fast.step()
    schedule.step()
print(loss.item())
