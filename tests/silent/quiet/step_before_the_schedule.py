# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Linear(5, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)
# the schedule is put to where a resumed run left it, and warns unless a step was taken before
optimizer.zero_grad()
optimizer.step()
for _ in range(3):
    schedule.step()
x, y = torch.randn(20, 5), torch.randint(2, (20,))
for _ in range(4):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
    print(loss.item(), schedule.get_last_lr())
