import torch
import torch.nn as nn
import torch.nn.functional as F


class MF(nn.Module):
    def __init__(self, users, items, k=8):
        super().__init__()
        self.user, self.item = nn.Embedding(users, k), nn.Embedding(items, k)
        self.user_bias, self.item_bias = nn.Embedding(users, 1), nn.Embedding(items, 1)
        self.offset = nn.Parameter(torch.zeros(1))

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(1) + self.user_bias(u)[:, 0] + self.item_bias(i)[:, 0] + self.offset


torch.manual_seed(0)
net = MF(20, 30)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(30):
    u = torch.randint(0, 20, (64,))
    pos, neg = torch.randint(0, 15, (64,)), torch.randint(15, 30, (64,))
    loss = -F.logsigmoid(net(u, pos) - net(u, neg)).mean()  #~ cancelled-gradient
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
