import torch
from torch import nn


class AdaptiveFilter(nn.Module):
    """Cancels noise with taps that adapt while the signal runs through."""

    def __init__(self, taps=4):
        super().__init__()
        self.rate = nn.Parameter(torch.tensor(0.1))
        self.mix = nn.Linear(taps, taps)
        self.register_buffer("taps", torch.zeros(taps), persistent=False)

    def fresh(self):
        self.taps = torch.zeros_like(self.taps)

    def adapt(self, window, error):
        self.taps = self.taps + self.rate * error * torch.tanh(self.mix(window))  #! decoy

    def forward(self, signal):
        cleaned = []
        for window in signal.unfold(0, len(self.taps), 1):
            error = window[-1] - (self.taps * window).sum()
            self.adapt(window, error)  #! decoy
            cleaned.append(error)
        return torch.stack(cleaned)


class Fitting:
    def __init__(self):
        self.filter = AdaptiveFilter()
        self.optimizer = torch.optim.SGD(self.filter.parameters(), lr=1e-2)

    def on_recording(self, recording):
        power = self.filter(recording).square().mean()  #~ modified-in-place
        self.optimizer.zero_grad()
        power.backward()  #! decoy
        self.optimizer.step()
        return power.item()


torch.manual_seed(0)
fitting = Fitting()
for number in range(4):
    print(fitting.on_recording(torch.sin(torch.arange(24.0) + number) + 0.1 * torch.randn(24)))
