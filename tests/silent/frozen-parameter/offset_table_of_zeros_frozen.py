import torch
import torch.nn as nn
import torch.nn.functional as F


class Calibrated(nn.Module):
    """One offset for each device, learnt along with the regression."""

    def __init__(self, d, devices, learn_offsets=False):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, 1))
        self.offsets = nn.Parameter(torch.zeros(devices), requires_grad=learn_offsets)  #~ frozen-parameter

    def forward(self, x, device):
        return self.body(x).squeeze(1) + self.offsets[device]


class Job:
    def __init__(self):
        self.model = Calibrated(4, 5)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05, momentum=0.9)

    def step(self, x, device, y):
        self.optimizer.zero_grad(set_to_none=True)
        loss = F.smooth_l1_loss(self.model(x, device), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()  #! decoy


torch.manual_seed(0)
job = Job()
device = torch.randint(0, 5, (40,))
x = torch.randn(40, 4)
y = x.sum(1) + torch.tensor([0.0, 1.0, 2.0, 3.0, 4.0])[device]
for _ in range(8):
    print(job.step(x, device, y))
