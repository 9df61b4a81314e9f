# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.middle, self.head = nn.Linear(5, 8), nn.Linear(8, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.head(torch.relu(self.middle(torch.relu(self.stem(x)))))


def unfreeze(module):
    for p in module.parameters():
        p.requires_grad_(True)


torch.manual_seed(0)
net = Net()
for module in (net.stem, net.middle):
    module.requires_grad_(False)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: min(1.0, epoch / 3))
x, y = torch.randn(20, 5), torch.randint(2, (20,))
for epoch in range(9):
    if epoch == 3:
        unfreeze(net.middle)
    if epoch == 6:
        unfreeze(net.stem)
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
    print(epoch, loss.item())
