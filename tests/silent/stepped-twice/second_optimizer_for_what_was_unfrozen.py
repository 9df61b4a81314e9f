# file: main.py
import torch
from torch import nn
import torch.nn.functional as F


class Eye(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.deep, self.head = nn.Conv2d(1, 4, 3), nn.Conv2d(4, 4, 3), nn.Linear(4, 3)

    def forward(self, x):
        return self.head(self.deep(self.stem(x).relu()).relu().mean((2, 3)))


def run():
    torch.manual_seed(0)
    eye = Eye()
    for p in eye.stem.parameters():
        p.requires_grad_(False)
    opts = [torch.optim.SGD([p for p in eye.parameters() if p.requires_grad], lr=0.1)]
    for step in range(16):
        if step == 6:
            eye.requires_grad_(True)
            opts.append(torch.optim.SGD(eye.parameters(), lr=0.01))  #~ stepped-twice
        x = torch.randn(8, 1, 9, 9)
        loss = F.cross_entropy(eye(x), (x.mean((1, 2, 3)) > 0).long())
        for opt in opts:
            opt.zero_grad()
        loss.backward()
        for opt in opts:
            opt.step()
    print(f"{loss.item():.3f}")


run()
# file: quiet.py
import torch
from torch import nn

# Another optimizer takes over: the first one steps no more.
torch.manual_seed(0)
net = nn.Linear(5, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
scaler = torch.amp.GradScaler("cpu", init_scale=8.0)
for step in range(16):
    if step == 8:
        optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    x = torch.randn(16, 5)
    loss = nn.functional.cross_entropy(net(x), (x[:, 0] > 0).long())
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
print(f"{loss.item():.3f}")
