# file: main.py
import torch
import torch.nn as nn

from listening import Ear, halved


class Trainer:
    def __init__(self, ear):
        self.ear = ear
        self.loss = nn.CTCLoss(zero_infinity=True)
        self.optimizer = torch.optim.SGD(ear.parameters(), lr=1e-2)

    def step(self, sounds, lengths, words, sizes):
        scores, kept = self.ear(sounds, lengths)
        kept = halved(kept)  #~ unread-frames
        self.optimizer.zero_grad()
        value = self.loss(scores, words, kept, sizes)  #! decoy
        value.backward()
        self.optimizer.step()
        return value.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer(Ear())
    for n in range(10):
        lengths = torch.tensor([60, 48, 44, 30]) - 6 * (n % 2)
        sounds = torch.randn(4, 5, int(lengths.max()))
        print(n, round(trainer.step(sounds, lengths, torch.randint(1, 5, (4, 3)), torch.full((4,), 3)), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn

from listening import Ear

torch.manual_seed(0)
ear, loss = Ear(), nn.CTCLoss(zero_infinity=True)
optimizer = torch.optim.SGD(ear.parameters(), lr=1e-2)
for n in range(10):
    lengths = torch.tensor([60, 48, 44, 30]) - 6 * (n % 2)
    scores, kept = ear(torch.randn(4, 5, int(lengths.max())), lengths)
    optimizer.zero_grad()
    value = loss(scores, torch.randint(1, 5, (4, 3)), kept, torch.full((4,), 3))
    value.backward()
    optimizer.step()
    print(n, round(value.item(), 4))
# file: listening.py
import torch.nn as nn


def halved(lengths):
    return (lengths + 1) // 2  #! decoy


class Ear(nn.Module):
    def __init__(self):
        super().__init__()
        self.fold = nn.Conv1d(5, 12, 5, stride=2, padding=2)
        self.out = nn.Conv1d(12, 5, 1)

    def forward(self, sounds, lengths):
        h = self.fold(sounds).relu()
        return self.out(h).permute(2, 0, 1).log_softmax(-1), halved(lengths)
