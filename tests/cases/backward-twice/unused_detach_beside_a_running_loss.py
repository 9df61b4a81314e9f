import torch
from torch import nn


class Sensor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, reading):
        estimate = self.body(reading).squeeze(-1)
        estimate.detach()  #! decoy
        return estimate


def main():
    torch.manual_seed(0)
    sensor = Sensor()
    optimizer = torch.optim.SGD(sensor.parameters(), lr=0.05)
    drift = torch.zeros(())
    for step in range(5):
        reading = torch.randn(16, 5)
        error = (sensor(reading) - reading.sum(1)).pow(2).mean()
        drift = 0.9 * drift + 0.1 * error  #~ backward-twice
        optimizer.zero_grad()
        (error + drift).backward()
        optimizer.step()
        print(step, error.item())


main()
