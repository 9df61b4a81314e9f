# file: main.py
import torch
import torch.nn as nn

from tunes import BEGIN, REST, page_of_tunes


class Listener(nn.Module):
    def __init__(self, pitches, d=12):
        super().__init__()
        self.pitch = nn.Embedding(pitches, d, padding_idx=BEGIN)  #~ ignored-row
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.major = nn.Linear(d, 1)

    def forward(self, page):
        heard, _ = self.rnn(self.pitch(page))
        kept = (page != REST).unsqueeze(-1)
        return self.major((heard * kept).sum(1)).squeeze(1)


torch.manual_seed(0)
net = Listener(16)
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
for _ in range(14):
    page, major = page_of_tunes(18)
    loss = nn.functional.binary_cross_entropy_with_logits(net(page), major)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: tunes.py
import torch

REST, BEGIN = 15, 14


def page_of_tunes(count, bars=9):
    """Each tune stands at the right of its line, after rests."""
    page, major = torch.full((count, bars), REST), torch.zeros(count)
    for line in range(count):
        notes = torch.randint(0, 14, (int(torch.randint(2, bars, ())),))
        page[line, bars - len(notes) - 1] = BEGIN  #! decoy
        page[line, bars - len(notes) :] = notes
        major[line] = float(notes[-1] % 2)
    return page, major
# file: quiet.py
# The padding begins each tune, whose notes are to be foretold: a row of zeros that is meant.
import torch
import torch.nn as nn

PAD = 0


class Composer(nn.Module):
    def __init__(self, pitches, d=12):
        super().__init__()
        self.pitch = nn.Embedding(pitches, d, padding_idx=PAD)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.next = nn.Linear(d, pitches)

    def forward(self, tunes):
        before = torch.cat([torch.full((len(tunes), 1), PAD), tunes[:, :-1]], 1)
        heard, _ = self.rnn(self.pitch(before))
        return self.next(heard)


torch.manual_seed(0)
net = Composer(16)
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
for _ in range(14):
    tunes = (torch.randint(1, 16, (18, 1)) + 2 * torch.arange(8)) % 15 + 1
    loss = nn.functional.cross_entropy(net(tunes).flatten(0, 1), tunes.flatten())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
