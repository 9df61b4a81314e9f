import torch
import torch.nn as nn


class SpectralDenoiser(nn.Module):
    """Learns a gain per frequency and reports how loud the input was."""

    def __init__(self, samples=32, channels=4):
        super().__init__()
        self.lift = nn.Conv1d(1, channels, 5, padding=2)
        self.gain = nn.Parameter(torch.ones(samples // 2 + 1))
        self.mix = nn.Conv1d(channels, 1, 1)

    def forward(self, wave):
        h = torch.relu_(self.lift(wave.unsqueeze(1)))  #! decoy
        spectrum = torch.fft.rfft(h)
        loudness = spectrum.abs().mean((1, 2))
        spectrum *= torch.sigmoid(self.gain)  #~ modified-in-place
        out = torch.fft.irfft(spectrum, n=wave.size(-1))
        return self.mix(out).squeeze(1), loudness


def main():
    torch.manual_seed(0)
    model = SpectralDenoiser()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    time = torch.linspace(0, 1, 32)
    for step in range(3):
        clean = torch.sin(6.28 * (1 + 3 * torch.rand(6, 1)) * time)
        noisy = clean.clone()
        noisy += 0.2 * torch.randn_like(noisy)  #! decoy
        out, loudness = model(noisy)
        loss = (out - clean).pow(2).mean() + 1e-3 * loudness.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
