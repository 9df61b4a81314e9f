# file: main.py
import torch
from torch import nn

from relevance import Relevance


class Melody:
    def __init__(self):
        self.notes = nn.Embedding(24, 6)
        self.mood = nn.Sequential(nn.Flatten(), nn.Linear(8 * 6, 3))
        self.relevance = Relevance(self.moods)

    def moods(self, notes):
        return self.mood(self.notes(notes))

    def report(self, notes):
        with torch.no_grad():
            best = self.moods(notes).argmax(1)
        scores = self.relevance.of(notes, best)  #~ unused-input
        return best, scores.abs()


def main():
    torch.manual_seed(0)
    melody = Melody()
    best, scores = melody.report(torch.randint(0, 24, (4, 8)))  #! decoy
    print(best, scores)


main()
# file: relevance.py
import torch


class Relevance:
    def __init__(self, score):
        self.score = score

    def of(self, inputs, target):
        if inputs.is_floating_point():
            inputs = inputs.detach().requires_grad_()
        chosen = self.score(inputs).gather(1, target[:, None]).sum()
        return torch.autograd.grad(chosen, inputs)[0] * inputs  #! decoy
