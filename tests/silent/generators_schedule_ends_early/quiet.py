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
