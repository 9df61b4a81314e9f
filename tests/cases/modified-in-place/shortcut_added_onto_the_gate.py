# file: main.py
import torch
import torch.nn.functional as F

from wavenet import WaveNet


def main():
    torch.manual_seed(0)
    net = WaveNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        wave = torch.rand(2, 1, 24)
        levels = (wave.squeeze(1) * 8).long()
        loss = F.cross_entropy(net(wave)[..., :-1], levels[:, 1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: wavenet.py
import torch
import torch.nn as nn


class Layer(nn.Module):
    def __init__(self, ch, dilation):
        super().__init__()
        self.filter = nn.Conv1d(ch, ch, 2, dilation=dilation)
        self.gate = nn.Conv1d(ch, ch, 2, dilation=dilation)
        self.mix = nn.Conv1d(ch, ch, 1)
        self.pad = dilation

    def forward(self, x):
        y = nn.functional.pad(x, (self.pad, 0))
        a = torch.tanh(self.filter(y))
        b = torch.sigmoid(self.gate(y))
        out = a * b
        b += x  #~ modified-in-place
        return self.mix(out) + b


class WaveNet(nn.Module):
    def __init__(self, ch=6):
        super().__init__()
        self.start, self.end = nn.Conv1d(1, ch, 1), nn.Conv1d(ch, 8, 1)
        self.layers = nn.ModuleList([Layer(ch, 2 ** i) for i in range(3)])

    def forward(self, wave):
        h = self.start(wave)
        skips = torch.zeros_like(h)
        for layer in self.layers:
            h = layer(h)
            skips += h  #! decoy
        return self.end(torch.relu_(skips))  #! decoy
