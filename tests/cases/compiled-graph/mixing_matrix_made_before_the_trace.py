# file: main.py
import torch
import torch.nn.functional as F

from beamformer import Beamformer, share


def main():
    torch.manual_seed(0)
    model = Beamformer(5)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(3):
        signal = torch.randn(7, 5)
        model.mix = share(model.phases)
        loss = F.mse_loss(model(signal), signal.mean(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())
    model.settle()
    scripted = torch.jit.trace(model.eval(), torch.randn(7, 5))
    print(scripted(torch.randn(7, 5)).shape)


if __name__ == "__main__":
    main()
# file: beamformer.py
import torch
from torch import nn


def share(phases):
    gain = torch.cos(phases[:, None] - phases[None, :])
    return gain / gain.abs().sum(1, keepdim=True)


class Beamformer(nn.Module):
    def __init__(self, microphones):
        super().__init__()
        self.phases = nn.Parameter(torch.rand(microphones))
        self.weights = nn.Linear(microphones, 1)
        self.mix = None

    def settle(self):
        self.mix = share(self.phases)  #~ compiled-graph

    def forward(self, signal):
        mixed = torch.tanh(signal @ self.mix)  #! decoy
        return self.weights(mixed).squeeze(1)
