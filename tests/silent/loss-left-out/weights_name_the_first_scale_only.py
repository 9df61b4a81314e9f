# file: main.py
import torch

from scales import Vocoder, compare

WEIGHTS = {"fine": 1.0}  #~ loss-left-out


def total(terms):
    loss = torch.zeros(())
    for scale, weight in WEIGHTS.items():
        loss = loss + weight * terms[scale]  #~ loss-left-out
    return loss


def main():
    torch.manual_seed(0)
    vocoder = Vocoder()
    opt = torch.optim.Adamax(vocoder.parameters(), lr=2e-3)
    for step in range(6):
        tones = torch.randn(12, 7)
        terms = compare(vocoder(tones), tones.sin().repeat(1, 4)[:, :24])
        loss = total(terms)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, {scale: round(term.item(), 3) for scale, term in terms.items()})  #! decoy


main()
# file: scales.py
import torch
import torch.nn as nn


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(7, 20)
        self.fine, self.coarse = nn.Linear(20, 24), nn.Linear(20, 12)

    def forward(self, tones):
        h = torch.nn.functional.gelu(self.body(tones))
        return {"fine": self.fine(h), "coarse": self.coarse(h)}


def distance(wave, truth):
    return (wave - truth).abs().mean()  #! decoy


def compare(waves, truth):
    terms = {"fine": distance(waves["fine"], truth)}  #! decoy
    terms.update(coarse=distance(waves["coarse"], truth[:, ::2]))
    return terms
# file: quiet.py
import torch

from scales import Vocoder, compare

WEIGHTS = {"fine": 1.0, "coarse": 0.5}


def total(terms):
    loss = torch.zeros(())
    for scale, weight in WEIGHTS.items():
        loss = loss + weight * terms[scale]
    return loss


def main():
    torch.manual_seed(0)
    vocoder = Vocoder()
    opt = torch.optim.Adamax(vocoder.parameters(), lr=2e-3)
    for step in range(6):
        tones = torch.randn(12, 7)
        terms = compare(vocoder(tones), tones.sin().repeat(1, 4)[:, :24])
        loss = total(terms)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, {scale: round(term.item(), 3) for scale, term in terms.items()})


main()
