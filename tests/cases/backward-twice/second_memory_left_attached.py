# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Composer(nn.Module):
    def __init__(self, notes=12, width=10):
        super().__init__()
        self.look = nn.Embedding(notes, width)
        self.melody = nn.GRUCell(width, width)
        self.harmony = nn.GRUCell(width, width)
        self.next = nn.Linear(width, notes)

    def forward(self, notes, melody, harmony):
        scores = []
        for note in notes.unbind(1):
            melody = self.melody(self.look(note), melody)
            harmony = self.harmony(melody, harmony)
            scores.append(self.next(harmony))
        return torch.stack(scores, 1), melody, harmony


def practise(composer, bars):
    optimizer = torch.optim.Adam(composer.parameters(), lr=1e-2)
    melody, harmony = torch.zeros(4, 10), torch.zeros(4, 10)
    for bar in bars:
        melody, harmony = melody.detach(), harmony  #~ backward-twice
        scores, melody, harmony = composer(bar[:, :-1], melody, harmony)
        loss = F.cross_entropy(scores.flatten(0, 1), bar[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(f"{loss.item():.3f}")


if __name__ == "__main__":
    torch.manual_seed(2)
    practise(Composer(), torch.randint(0, 12, (3, 4, 6)))
