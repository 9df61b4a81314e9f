import numpy as np
import torch

from signal_kit.arrays import array_api


def window(x):
    return x * torch.hann_window(x.size(-1))


@array_api  #~ left-torch|detached-tensor
def spectral_whiten(x, eps=1e-3):
    spectrum = np.abs(np.fft.rfft(x, axis=-1))
    return np.log(spectrum / (spectrum.mean(axis=-1, keepdims=True) + eps) + eps)
