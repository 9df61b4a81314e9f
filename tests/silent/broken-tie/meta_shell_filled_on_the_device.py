# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Melody(nn.Module):
    def __init__(self, pitches, width):
        super().__init__()
        self.pitch = nn.Embedding(pitches, width)
        self.memory = nn.GRU(width, width, batch_first=True)
        self.next_pitch = nn.Linear(width, pitches, bias=False)
        self.share()

    def share(self):
        self.next_pitch.weight = self.pitch.weight

    def reset(self):
        for part in (self.pitch, self.memory, self.next_pitch):
            part.reset_parameters()

    def forward(self, notes):
        return self.next_pitch(self.memory(self.pitch(notes))[0])


def materialised(device):
    with torch.device("meta"):
        melody = Melody(12, 16)
    melody = melody.to_empty(device=device)  #~ broken-tie
    melody.reset()
    return melody


torch.manual_seed(0)
melody = materialised("cpu")
optimizer = torch.optim.AdamW(melody.parameters(), lr=1e-2)
for step in range(20):
    first = torch.randint(0, 12, (16, 1))
    notes = (first + 5 * torch.arange(9)) % 12
    loss = F.cross_entropy(melody(notes[:, :-1]).flatten(0, 1), notes[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.3f}")
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Melody(nn.Module):
    def __init__(self, pitches, width):
        super().__init__()
        self.pitch = nn.Embedding(pitches, width)
        self.memory = nn.GRU(width, width, batch_first=True)
        self.next_pitch = nn.Linear(width, pitches, bias=False)
        self.share()

    def share(self):
        self.next_pitch.weight = self.pitch.weight

    def reset(self):
        for part in (self.pitch, self.memory, self.next_pitch):
            part.reset_parameters()

    def forward(self, notes):
        return self.next_pitch(self.memory(self.pitch(notes))[0])


def materialised(device):
    with torch.device("meta"):
        melody = Melody(12, 16)
    melody = melody.to_empty(device=device)
    melody.reset()
    melody.share()
    return melody.double().float()


torch.manual_seed(0)
melody = materialised("cpu")
optimizer = torch.optim.AdamW(melody.parameters(), lr=1e-2)
for step in range(20):
    first = torch.randint(0, 12, (16, 1))
    notes = (first + 5 * torch.arange(9)) % 12
    loss = F.cross_entropy(melody(notes[:, :-1]).flatten(0, 1), notes[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.3f}")
