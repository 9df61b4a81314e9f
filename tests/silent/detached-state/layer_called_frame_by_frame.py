# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Video(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 6, batch_first=True)
        self.head = nn.Linear(6, 1)

    def forward(self, frames):
        state = None
        for t in range(frames.shape[1]):
            out, state = self.rnn(frames[:, t : t + 1], state)
            state = state.detach()  #~ detached-state
        return self.head(out[:, -1])


torch.manual_seed(0)
net = Video()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(8):
    frames = torch.randn(12, 6, 4)
    loss = F.mse_loss(net(frames), frames.sum((1, 2))[:, None])
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Video(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 6, batch_first=True)
        self.head = nn.Linear(6, 1)

    def forward(self, frames):
        state = None
        for t in range(frames.shape[1]):
            out, state = self.rnn(frames[:, t : t + 1], state)
        return self.head(out[:, -1])


torch.manual_seed(0)
net = Video()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(8):
    frames = torch.randn(12, 6, 4)
    loss = F.mse_loss(net(frames), frames.sum((1, 2))[:, None])
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
