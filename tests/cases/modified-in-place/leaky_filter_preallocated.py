import torch
import torch.nn as nn


class LeakyFilter(nn.Module):
    """First-order filter with one learned decay per channel."""

    def __init__(self, channels):
        super().__init__()
        self.rate = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        decay = torch.sigmoid(self.rate)
        y = torch.empty_like(x)
        y[:, 0] = x[:, 0]  #! decoy
        for t in range(1, x.size(1)):
            y[:, t] = decay * y[:, t - 1] + (1 - decay) * x[:, t]  #~ modified-in-place
        return y


class PitchNet(nn.Module):
    def __init__(self, channels=6):
        super().__init__()
        self.lift = nn.Linear(1, channels)
        self.filter = LeakyFilter(channels)
        self.head = nn.Linear(channels, 1)

    def forward(self, wave):
        h = self.filter(self.lift(wave))
        h = nn.functional.relu(h, inplace=True)  #! decoy
        return self.head(h)[:, -1, 0]


def main():
    torch.manual_seed(3)
    net = PitchNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    time = torch.linspace(0, 1, 20)
    for step in range(3):
        freq = torch.rand(16) * 4 + 1
        wave = torch.sin(6.28 * freq[:, None] * time)
        wave += 0.01 * torch.randn_like(wave)  #! decoy
        loss = (net(wave.unsqueeze(-1)) - freq).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.3f}")


if __name__ == "__main__":
    main()
