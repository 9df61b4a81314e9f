#! torch >=2.5: older ones do not tell the dtypes of values inside a graph
import torch
from torch import nn


def phase_mismatch(estimate, reference):
    across = torch.fft.rfft(estimate) * torch.fft.rfft(reference).conj()
    return (1 - across / 16).sum()  #~ gradient-argument


class Objective:
    def __init__(self, waveform=1.0, phase=0.1):
        self.waveform, self.phase = waveform, phase

    def __call__(self, estimate, reference, gain):
        total = self.phase * phase_mismatch(estimate, reference)
        total = total + self.waveform * (estimate - reference).abs().mean()
        return total + 1e-3 * gain.pow(2).sum()  #! decoy


torch.manual_seed(0)
filters, gain = nn.Linear(16, 16), nn.Parameter(torch.ones(16))
optimizer = torch.optim.Adam([*filters.parameters(), gain], lr=1e-3)
objective = Objective()
for _ in range(3):
    noisy, clean = torch.randn(4, 16), torch.randn(4, 16)
    optimizer.zero_grad()
    loss = objective(filters(noisy) * gain, clean, gain)
    loss.backward()  #! decoy
    optimizer.step()
