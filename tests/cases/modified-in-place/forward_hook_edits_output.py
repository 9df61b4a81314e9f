# file: main.py
import torch
import torch.nn as nn

from probes import ChannelAblation, Recorder


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 14), nn.Tanh(), nn.Linear(14, 10), nn.Sigmoid(), nn.Linear(10, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    recorder = Recorder(model[1])
    ablation = None
    for epoch in range(4):
        if epoch == 2:
            ablation = ChannelAblation(model[3], [1, 4])  #~ modified-in-place
        x, y = torch.randn(12, 6), torch.randint(0, 2, (12,))
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), recorder.mean.norm().item())
    ablation.remove()


if __name__ == "__main__":
    main()
# file: probes.py
import torch


class ChannelAblation:
    """Switches single channels of a layer off while it is registered."""

    def __init__(self, layer, channels):
        self.channels = torch.as_tensor(channels)
        self.calls = torch.zeros(())
        self.handle = layer.register_forward_hook(self.apply)

    def apply(self, layer, inputs, output):
        self.calls += 1  #! decoy
        output[:, self.channels] = 0.0  #~ modified-in-place

    def remove(self):
        self.handle.remove()


class Recorder:
    def __init__(self, layer):
        self.mean = None
        layer.register_forward_hook(self.record)

    def record(self, layer, inputs, output):
        with torch.no_grad():
            self.mean = output.mean(0)
            self.mean.mul_(0.9)  #! decoy
