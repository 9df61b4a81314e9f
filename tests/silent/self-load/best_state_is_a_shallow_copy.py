import torch
import torch.nn as nn
import torch.nn.functional as F


class EarlyStopping:
    def __init__(self):
        self.best, self.state = float("inf"), None

    def __call__(self, score, net):
        if score < self.best:
            self.best, self.state = score, net.state_dict().copy()  #~ self-load|same-memory

    def finish(self, net):
        net.load_state_dict(self.state)  #~ self-load|same-memory


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
stopping = EarlyStopping()
for epoch in range(12):
    x = torch.randn(32, 6)
    loss = F.mse_loss(net(x), x[:, :1] * x[:, 1:2])
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        v = torch.randn(64, 6)
        stopping(F.mse_loss(net(v), v[:, :1] * v[:, 1:2]).item(), net)
stopping.finish(net)
print(stopping.best)
