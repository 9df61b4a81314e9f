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
