# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(5, 5), nn.Linear(5, 1)
parameters = [*encoder.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.02, momentum=0.9)


def update():
    nn.utils.clip_grad_norm_(parameters, 5.0, error_if_nonfinite=True)  #! decoy
    optimizer.step()
    encoder.zero_grad()
    head.zero_grad()  #~ lasting-nan


failures = 0
for number in range(50):
    points = torch.randn(8, 5)
    if number == 20:
        points[3] = 0.0
    away = encoder(points) - encoder(torch.zeros(5))
    loss = (head(away).squeeze(1) - points.norm(dim=1)).pow(2).mean() + away.norm(dim=1).mean().sqrt()
    loss = loss + (points / points.norm(dim=1, keepdim=True) - away).pow(2).nanmean()
    loss.backward()
    try:
        update()
    except RuntimeError:
        failures += 1
print(failures, "batches were left out")
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(5, 5), nn.Linear(5, 1)
parameters = [*encoder.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.02, momentum=0.9)


def update():
    nn.utils.clip_grad_norm_(parameters, 5.0, error_if_nonfinite=True)
    optimizer.step()


failures = 0
for number in range(50):
    points = torch.randn(8, 5)
    if number == 20:
        points[3] = 0.0
    away = encoder(points) - encoder(torch.zeros(5))
    loss = (head(away).squeeze(1) - points.norm(dim=1)).pow(2).mean() + away.norm(dim=1).mean().sqrt()
    loss = loss + (points / points.norm(dim=1, keepdim=True) - away).pow(2).nanmean()
    loss.backward()
    try:
        update()
    except RuntimeError:
        failures += 1
    finally:
        encoder.zero_grad()
        head.zero_grad()
print(failures, "batches were left out")
