import torch


def propagate(phase):
    source = torch.polar(torch.ones_like(phase), phase)
    return torch.fft.fftshift(torch.fft.fft2(source)) / phase.numel() ** 0.5
