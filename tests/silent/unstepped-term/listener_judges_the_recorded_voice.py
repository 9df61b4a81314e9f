# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

from voices import recorded, whispered

torch.manual_seed(0)
speaker = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
listener = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
speaks = torch.optim.Adam(speaker.parameters(), lr=2e-3)
listens = torch.optim.Adam(listener.parameters(), lr=2e-3)


def sounds(score, real):
    return F.binary_cross_entropy_with_logits(score, torch.full_like(score, float(real)))


for step in range(40):
    whisper, voice = whispered(32), recorded(32)
    spoken = speaker(whisper)
    told_apart = sounds(listener(voice), True) + sounds(listener(spoken.detach()), False)
    listens.zero_grad()
    told_apart.backward()
    listens.step()

    kept = F.l1_loss(spoken, whisper)
    fooled = -F.logsigmoid(listener(voice)).mean()  #~ unstepped-term
    speaks.zero_grad()
    (kept + 0.5 * fooled).backward()
    speaks.step()
print(f"{kept.item():.3f}")
# file: voices.py
import torch


def whispered(count):
    return 0.2 * torch.randn(count, 8)


def recorded(count):
    return 1 + 0.5 * torch.randn(count, 8)
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
speaker = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
listener = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
speaks = torch.optim.Adam(speaker.parameters(), lr=2e-3)
listens = torch.optim.Adam(listener.parameters(), lr=2e-3)

for step in range(40):
    whisper, voice = 0.2 * torch.randn(32, 8), 1 + 0.5 * torch.randn(32, 8)
    spoken = speaker(whisper)
    apart = listener(spoken.detach()).mean() - listener(voice).mean()
    listens.zero_grad()
    apart.backward()
    listens.step()

    # The opposite of what the listener learns; the recorded voice is a constant in it.
    near = F.softplus(listener(voice)).mean() + F.softplus(-listener(spoken)).mean()
    kept = F.l1_loss(spoken, whisper)
    speaks.zero_grad()
    (kept + 0.5 * near).backward()
    speaks.step()
print(f"{kept.item():.3f}")
