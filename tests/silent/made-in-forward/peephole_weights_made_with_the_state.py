# file: main.py
import torch
import torch.nn.functional as F

from convlstm import ConvLSTM


def main():
    torch.manual_seed(0)
    net = ConvLSTM(1, 4)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(5):
        clip = torch.rand(2, 4, 1, 6, 6)
        loss = F.mse_loss(net(clip[:, :-1]), clip[:, -1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""A first clip makes the weights, and the optimizer is made after that."""
import torch
import torch.nn.functional as F

from convlstm import ConvLSTM

torch.manual_seed(0)
net = ConvLSTM(1, 4)
net(torch.rand(2, 3, 1, 6, 6))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(5):
    clip = torch.rand(2, 4, 1, 6, 6)
    loss = F.mse_loss(net(clip[:, :-1]), clip[:, -1])
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: convlstm.py
import torch
import torch.nn as nn


class ConvLSTM(nn.Module):
    def __init__(self, ch, hidden):
        super().__init__()
        self.x, self.h = nn.Conv2d(ch, 4 * hidden, 3, padding=1), nn.Conv2d(hidden, 4 * hidden, 3, padding=1, bias=False)
        self.out, self.hidden = nn.Conv2d(hidden, ch, 1), hidden
        self.wci = self.wcf = None

    def start(self, clip):
        b, _, _, h, w = clip.shape
        if self.wci is None:
            self.wci = nn.Parameter(torch.zeros(1, self.hidden, h, w))  #~ made-in-forward|stale-optimizer|not-in-optimizer
            self.wcf = nn.Parameter(torch.zeros(1, self.hidden, h, w))  #~ made-in-forward|stale-optimizer|not-in-optimizer
        return torch.zeros(b, self.hidden, h, w), torch.zeros(b, self.hidden, h, w)

    def forward(self, clip):
        h, c = self.start(clip)
        for t in range(clip.shape[1]):
            i, f, g, o = (self.x(clip[:, t]) + self.h(h)).chunk(4, 1)
            i, f = (i + self.wci * c).sigmoid(), (f + self.wcf * c).sigmoid()
            c = f * c + i * g.tanh()
            h = o.sigmoid() * c.tanh()
        return self.out(h)
