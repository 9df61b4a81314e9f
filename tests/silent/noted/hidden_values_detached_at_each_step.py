import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter, self.again, self.out = nn.Linear(5, 8), nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, x):
        h = torch.zeros(x.shape[1], 8)
        outputs = []
        for step in x:
            h = torch.tanh(self.enter(step) + self.again(h.detach()))  #~ detached-state
            outputs.append(self.out(h))
        return torch.stack(outputs)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(8):
    x = torch.randn(7, 16, 5)
    loss = F.cross_entropy(net(x).flatten(0, 1), torch.randint(0, 3, (112,)))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
