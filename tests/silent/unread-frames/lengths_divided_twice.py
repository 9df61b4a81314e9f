# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Listener(nn.Module):
    def __init__(self):
        super().__init__()
        self.fold = nn.Sequential(nn.Conv1d(8, 16, 3, 2, 1), nn.ReLU(), nn.Conv1d(16, 16, 3, 2, 1), nn.ReLU())
        self.out = nn.Linear(16, 6)

    def forward(self, x, lengths):
        h = self.fold(x.transpose(1, 2)).transpose(1, 2)
        return self.out(h).log_softmax(-1), lengths // 4


torch.manual_seed(0)
net = Listener()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(15):
    lengths = torch.tensor([64, 56, 48, 40])
    scores, frames = net(torch.randn(4, 64, 8), lengths)
    words, sizes = torch.randint(1, 6, (4, 3)), torch.tensor([3, 3, 2, 2])
    loss = F.ctc_loss(scores.transpose(0, 1), words, frames // 4, sizes, zero_infinity=True)  #~ unread-frames
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Listener(nn.Module):
    def __init__(self):
        super().__init__()
        self.fold = nn.Sequential(nn.Conv1d(8, 16, 3, 2, 1), nn.ReLU(), nn.Conv1d(16, 16, 3, 2, 1), nn.ReLU())
        self.out = nn.Linear(16, 6)

    def forward(self, x, lengths):
        h = self.fold(x.transpose(1, 2)).transpose(1, 2)
        return self.out(h).log_softmax(-1), lengths // 4


torch.manual_seed(0)
net = Listener()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(15):
    lengths = torch.randint(20, 64, (4,))  # all are padded to 64
    scores, frames = net(torch.randn(4, 64, 8), lengths)
    words, sizes = torch.randint(1, 6, (4, 3)), torch.tensor([3, 3, 2, 2])
    loss = F.ctc_loss(scores.transpose(0, 1), words, frames, sizes, zero_infinity=True)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
