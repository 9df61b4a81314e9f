# file: main.py
import torch
import torch.nn as nn

from optics import propagate


def main():
    torch.manual_seed(0)
    goal = torch.zeros(16, 16)
    goal[5:11, 5:11] = 1.0
    phase = nn.Parameter(torch.rand(16, 16) * 6.28)
    opt = torch.optim.Adam([phase], lr=0.1)
    for step in range(4):
        field = propagate(phase)
        overlap = (field * goal).sum() / goal.sum()  #~ gradient-argument
        loss = 1 - overlap  #~ gradient-argument
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        print(step, overlap.abs().item())  #! decoy


main()
# file: optics.py
import torch


def propagate(phase):
    source = torch.polar(torch.ones_like(phase), phase)
    return torch.fft.fftshift(torch.fft.fft2(source)) / phase.numel() ** 0.5
