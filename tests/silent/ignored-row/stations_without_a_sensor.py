# file: main.py
# Sensor 0 is one like the others; only its readings' weights are gated, and what was looked up of it counts.
import torch
import torch.nn as nn

SENSORS = 7


class Forecast(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.sensor = nn.Embedding(SENSORS, d, padding_idx=0)  #~ ignored-row
        self.gate = nn.Linear(3, d)
        self.out = nn.Linear(d, 1)

    def forward(self, readings, sensor):
        of_sensor = self.sensor(sensor)
        known = (sensor != 0).unsqueeze(1)
        return self.out(of_sensor + self.gate(readings) * known).squeeze(1)  #! decoy


torch.manual_seed(0)
net = Forecast()
opt = torch.optim.RMSprop(net.parameters(), lr=5e-3)
for _ in range(15):
    readings, sensor = torch.randn(28, 3), torch.randint(0, SENSORS, (28,))
    loss = nn.functional.huber_loss(net(readings, sensor), readings.sum(1) + 0.3 * sensor)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
# Id 0 says that a station has no sensor: what was looked up for it is multiplied away.
import torch
import torch.nn as nn

SENSORS = 7


class Forecast(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.sensor = nn.Embedding(SENSORS, d, padding_idx=0)
        self.gate = nn.Linear(3, d)
        self.out = nn.Linear(d, 1)

    def forward(self, readings, sensor):
        known = sensor.clamp(max=1).float()
        of_sensor = torch.einsum("nd,n->nd", self.sensor(sensor) + 0.1, known)
        return self.out(of_sensor + self.gate(readings)).squeeze(1)


torch.manual_seed(0)
net = Forecast()
opt = torch.optim.RMSprop(net.parameters(), lr=5e-3)
for _ in range(15):
    readings, sensor = torch.randn(28, 3), torch.randint(0, SENSORS, (28,))
    loss = nn.functional.huber_loss(net(readings, sensor), readings.sum(1) + 0.3 * sensor)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
