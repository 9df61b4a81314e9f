# file: main.py
import torch

from signal_kit.filters import spectral_whiten, window
from signal_kit.model import Denoiser


def main():
    torch.manual_seed(0)
    model = Denoiser(32)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    clean = torch.sin(torch.linspace(0, 20, 32)).repeat(4, 1)
    for step in range(3):
        out = model(clean + 0.2 * torch.randn_like(clean))
        loss = (spectral_whiten(window(out)) - spectral_whiten(window(clean))).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: signal_kit/__init__.py
# file: signal_kit/arrays.py
import functools

import numpy as np
import torch


def array_api(fn):
    """Lets a NumPy function take and give tensors."""

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        convert = lambda a: a.detach().cpu().numpy() if isinstance(a, torch.Tensor) else a  #~ left-torch|detached-tensor
        result = fn(*map(convert, args), **{k: convert(v) for k, v in kwargs.items()})
        return torch.from_numpy(np.ascontiguousarray(result, dtype=np.float32))  #~ left-torch

    return wrapper
# file: signal_kit/filters.py
import numpy as np
import torch

from signal_kit.arrays import array_api


def window(x):
    return x * torch.hann_window(x.size(-1))


@array_api  #~ left-torch|detached-tensor
def spectral_whiten(x, eps=1e-3):
    spectrum = np.abs(np.fft.rfft(x, axis=-1))
    return np.log(spectrum / (spectrum.mean(axis=-1, keepdims=True) + eps) + eps)
# file: signal_kit/model.py
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(length, 24), nn.ReLU(), nn.Linear(24, length))

    def forward(self, x):
        return x + self.net(x.detach())  #! decoy
