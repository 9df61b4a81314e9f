# file: main.py
import numpy as np
import torch
import torch.nn as nn

from spectral.loss import SpectralLoss


class Synth(nn.Module):
    """Additive synthesiser: predicts the amplitudes of eight partials."""

    def __init__(self, samples=64):
        super().__init__()
        self.amps = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 8))
        t = torch.arange(samples) / samples
        self.register_buffer("bank", torch.stack([torch.sin(2 * torch.pi * (k + 1) * t) for k in range(8)]))

    def forward(self, controls):
        return self.amps(controls) @ self.bank


def main():
    torch.manual_seed(0)
    np.random.seed(0)
    synth, criterion = Synth(), SpectralLoss(n_fft=32)
    optimizer = torch.optim.Adam(synth.parameters(), lr=1e-3)
    for step in range(3):
        controls = torch.from_numpy(np.random.rand(5, 4).astype("float32"))  #! decoy
        target = torch.sin(torch.linspace(0, 20, 64)).expand(5, -1)
        audio = synth(controls)
        loss = criterion(audio, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, float(loss), np.abs(audio.detach().numpy()).max())  #! decoy


if __name__ == "__main__":
    main()
# file: spectral/__init__.py
# file: spectral/loss.py
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
# file: spectral/transforms.py
import numpy as np


def power_spectrum(signal, n_fft):
    window = np.hanning(n_fft)
    frames = np.stack([signal[..., i:i + n_fft] * window for i in range(0, signal.shape[-1] - n_fft + 1, n_fft // 2)])
    return np.abs(np.fft.rfft(frames, axis=-1)) ** 2
