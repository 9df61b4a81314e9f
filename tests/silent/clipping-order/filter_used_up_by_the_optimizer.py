# file: main.py
import torch
import torch.nn as nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(8, 32, nonlinearity="relu", batch_first=True)
        self.out = nn.Linear(32, 1)

    def forward(self, x):
        return self.out(self.rnn(x)[0][:, -1])


torch.manual_seed(0)
net = Counter()
for p in net.rnn.parameters():
    p.data.mul_(2.2)
trainable = filter(lambda p: p.requires_grad, net.parameters())
opt = torch.optim.SGD(trainable, lr=0.05)
for step in range(40):
    x = torch.randn(16, 30, 8)
    loss = (net(x) - x.sum((1, 2)).unsqueeze(1)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(trainable, 1.0)  #~ clipping-order
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(8, 32, nonlinearity="relu", batch_first=True)
        self.out = nn.Linear(32, 1)

    def forward(self, x):
        return self.out(self.rnn(x)[0][:, -1])


torch.manual_seed(0)
net = Counter()
for p in net.rnn.parameters():
    p.data.mul_(0.5)
trainable = [p for p in net.parameters() if p.requires_grad]
opt = torch.optim.SGD(trainable, lr=0.01)
for step in range(40):
    x = torch.randn(16, 30, 8)
    loss = (net(x) - x.sum((1, 2)).unsqueeze(1)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(trainable, 1.0)
    opt.step()
print(loss.item())
