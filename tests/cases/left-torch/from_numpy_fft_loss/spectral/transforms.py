import numpy as np


def power_spectrum(signal, n_fft):
    window = np.hanning(n_fft)
    frames = np.stack([signal[..., i:i + n_fft] * window for i in range(0, signal.shape[-1] - n_fft + 1, n_fft // 2)])
    return np.abs(np.fft.rfft(frames, axis=-1)) ** 2
