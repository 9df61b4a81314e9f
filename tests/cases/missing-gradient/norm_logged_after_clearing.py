# file: main.py
import torch
from report import gradient_norm
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(16, 4), torch.randn(16, 1)

for step in range(3):
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()  #! decoy
    optimizer.zero_grad()  #~ missing-gradient
    print(step, loss.item(), gradient_norm(model))
# file: report.py
def gradient_norm(model):
    total = 0.0
    for parameter in model.parameters():
        total += parameter.grad.norm().item() ** 2
    return total**0.5
