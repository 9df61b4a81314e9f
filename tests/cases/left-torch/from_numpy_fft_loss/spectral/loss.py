import torch
import torch.nn as nn

from .transforms import power_spectrum


class SpectralLoss(nn.Module):
    def __init__(self, n_fft):
        super().__init__()
        self.n_fft = n_fft

    def spectrum(self, audio):
        audio = audio.data.numpy()  #~ left-torch|detached-tensor
        return torch.from_numpy(power_spectrum(audio, self.n_fft)).float()  #~ left-torch

    def forward(self, audio, target):
        return torch.nn.functional.l1_loss(self.spectrum(audio), self.spectrum(target))
