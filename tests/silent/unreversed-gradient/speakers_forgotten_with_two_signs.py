# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from forgetting import Forget


class Mood(nn.Module):
    """Which mood a voice is in, whoever speaks."""

    def __init__(self, bands=10, d=12, moods=3, speakers=4):
        super().__init__()
        self.hear = nn.Sequential(nn.Linear(bands, d), nn.ELU())
        self.mood, self.speaker = nn.Linear(d, moods), nn.Linear(d, speakers)
        self.register_buffer("forgetting", torch.tensor(-0.3))

    def forward(self, voice):
        heard = self.hear(voice)
        return self.mood(heard), self.speaker(Forget.apply(heard, self.forgetting))


torch.manual_seed(0)
net = Mood()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
for _ in range(20):
    voice = torch.randn(32, 10)
    mood, speaker = net(voice)
    loss = F.cross_entropy(mood, voice[:, :3].argmax(1)) + F.cross_entropy(speaker, voice[:, 3:7].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())  #! decoy
# file: forgetting.py
import torch


class Forget(torch.autograd.Function):
    @staticmethod
    def forward(ctx, heard, share):
        ctx.save_for_backward(share)
        same = heard.clone()
        return same

    @staticmethod
    def backward(ctx, arrived):
        (share,) = ctx.saved_tensors
        turned = arrived * -share  #~ unreversed-gradient
        return turned, None
# file: quiet.py
# One Function turns round what arrives, by a share that is 0 at first; one makes it smaller on purpose.
import torch
import torch.nn as nn
import torch.nn.functional as F

from forgetting import Forget


class Gently(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad * 0.1


class Mood(nn.Module):
    def __init__(self, bands=10, d=12, moods=3, speakers=4):
        super().__init__()
        self.hear = nn.Sequential(nn.Linear(bands, d), nn.ELU())
        self.mood, self.speaker = nn.Linear(d, moods), nn.Linear(d, speakers)

    def forward(self, voice, share):
        heard = Gently.apply(self.hear(voice))
        return self.mood(heard), self.speaker(Forget.apply(heard, share))


torch.manual_seed(0)
net = Mood()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
for step in range(20):
    voice = torch.randn(32, 10)
    mood, speaker = net(voice, torch.tensor(max(0.0, step - 4) / 20))
    loss = F.cross_entropy(mood, voice[:, :3].argmax(1)) + F.cross_entropy(speaker, voice[:, 3:7].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
