# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.head = nn.Linear(6, 8), nn.Linear(8, 3)
        self.parts = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))
        self.top = nn.Linear(8, 8)
        self.kept = []

    def trunk(self, x):
        h = torch.relu(self.stem(x))
        for part in self.parts:
            h = h + part(h)
        return self.top(h)

    def forward(self, x):
        self.kept = []
        hooks = [part.register_forward_hook(lambda m, i, o: self.kept.append(o)) for part in self.parts]
        self.trunk(x)
        for hook in hooks:
            hook.remove()
        return self.head(sum(self.kept))


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(8):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
