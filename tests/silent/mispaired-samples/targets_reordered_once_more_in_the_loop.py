# file: main.py
import torch
from torch import nn

torch.manual_seed(2)
images, labels = torch.randn(96, 12), torch.randint(0, 4, (96,))
images[torch.arange(96), labels] += 3.0
net = nn.Linear(12, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    rows = torch.randperm(96)
    images_now = images[rows]
    rows = torch.randperm(96)
    labels_now = labels[rows]  #~ mispaired-samples
    for x, y in zip(images_now.chunk(4), labels_now.chunk(4)):
        loss = nn.CrossEntropyLoss()(net(x), y.long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
from torch import nn

# A path from each sample of one set to some sample of the other: both are input, and the target is their difference.
torch.manual_seed(2)
start, end = torch.randn(96, 2), torch.rand(96, 2)
flow = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.SGD(flow.parameters(), lr=0.1)
for epoch in range(6):
    a, b = start[torch.randperm(96)], end[torch.randperm(96)]
    time = torch.rand(96, 1)
    speed = flow(torch.cat([a + time * (b - a), time], 1))
    loss = nn.functional.mse_loss(speed, b - a)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
