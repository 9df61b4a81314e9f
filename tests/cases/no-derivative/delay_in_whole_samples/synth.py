import torch
import torch.nn as nn


class Echo(nn.Module):
    def __init__(self, longest=32):
        super().__init__()
        self.longest = longest
        self.control = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))

    def delay(self, style):
        return (self.control(style).sigmoid() * self.longest).round().int()  #~ no-derivative

    def forward(self, wave, style):
        shift = self.delay(style)
        time = torch.arange(wave.shape[1]).expand_as(wave)
        source = (time - shift).clamp(min=0)
        return 0.5 * wave + 0.5 * wave.gather(1, source.long())  #! decoy
