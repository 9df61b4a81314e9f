# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)

table = nn.Parameter(torch.zeros(10, 4))
opt = torch.optim.SGD([table], 0.5)
for _ in range(10):
    s = torch.randint(0, 10, (32,))
    logp = F.log_softmax(table, dim=1)
    with torch.no_grad():
        a = torch.multinomial(logp[s].exp(), 1)
    r = (a == s[:, None] % 4).float()
    chosen = logp[s].gather(1, a).squeeze(1)
    loss = -(chosen * (r - r.mean())).mean()  #~ broadcast-loss
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(3, 16)
opt = torch.optim.Adam(net.parameters(), 1e-2)
cw = torch.rand(16)
for _ in range(10):
    x = torch.rand(16, 3)
    y = torch.randint(0, 16, (16,))
    logp = F.log_softmax(net(x), 1)
    hot = F.one_hot(y, 16).float()
    sample = torch.rand(16).unsqueeze(1)
    loss = -(cw * hot * logp).sum(1).mean() - (sample * logp * hot).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
