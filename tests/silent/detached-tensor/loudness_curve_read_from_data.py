# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

from loudness import curve


def main(steps=12):
    torch.manual_seed(0)
    voice = nn.Sequential(nn.Linear(10, 32), nn.Tanh(), nn.Linear(32, 64))
    opt = torch.optim.Adam(voice.parameters(), lr=2e-3)
    for _ in range(steps):
        recorded = torch.randn(8, 64).cumsum(1) * 0.1
        wanted = curve(recorded)
        spoken = voice(wanted[:, :10])
        shape = F.mse_loss(curve(spoken), wanted)
        loss = F.smooth_l1_loss(spoken, recorded) + 20 * shape
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{shape.item():.3f}")


main()
# file: loudness.py
def curve(wave):
    power = wave.unfold(1, 8, 4).square().mean(2)
    power = power.data  #~ detached-tensor
    return (power + 1e-4).log()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


def main(steps=12):
    torch.manual_seed(0)
    voice = nn.Sequential(nn.Linear(10, 32), nn.Tanh(), nn.Linear(32, 64))
    opt = torch.optim.Adam(voice.parameters(), lr=2e-3)
    for _ in range(steps):
        recorded = torch.randn(8, 64).cumsum(1) * 0.1
        spoken = voice(recorded[:, :10])
        shape = F.mse_loss(spoken.detach(), recorded)
        loss = F.smooth_l1_loss(spoken, recorded) / (1 + shape)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{shape.item():.3f}")


main()
