# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The warm-up has hardly begun: attention does not yet reach the token that is read.
torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.att = nn.MultiheadAttention(d, 2, batch_first=True)
        self.gate = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        return x + self.gate * self.att(x, x, x, need_weights=False)[0]


class Net(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.inp = nn.Linear(5, d)
        self.cls = nn.Parameter(torch.randn(1, 1, d) * 0.02)
        self.blocks = nn.ModuleList(Block(d) for _ in range(2))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 3)
        nn.init.zeros_(self.head.weight)

    def forward(self, x):
        x = torch.cat([self.cls.expand(len(x), -1, -1), self.inp(x)], 1)
        for b in self.blocks:
            x = b(x)
        return self.head(self.norm(x)[:, 0])


net = Net()
opt = torch.optim.AdamW(net.parameters(), lr=1e-4)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, s / 1000))
for step in range(12):
    x, y = torch.randn(8, 6, 5), torch.randint(0, 3, (8,))
    loss = F.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
