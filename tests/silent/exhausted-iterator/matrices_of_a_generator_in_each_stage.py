# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
matrices = (p for p in model.parameters() if p.ndim > 1)  #~ exhausted-iterator
vectors = [p for p in model.parameters() if p.ndim == 1]

for rate in (0.1, 0.05, 0.01):
    optimizer = torch.optim.SGD(
        [{"params": matrices, "weight_decay": 1e-3}, {"params": vectors}], lr=rate, momentum=0.9
    )
    for batch in range(8):
        x = torch.randn(16, 6)
        loss = nn.functional.cross_entropy(model(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(rate, loss.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
matrices = [p for p in model.parameters() if p.ndim > 1]
vectors = [p for p in model.parameters() if p.ndim == 1]

for rate in (0.1, 0.05, 0.01):
    optimizer = torch.optim.SGD(
        [{"params": matrices, "weight_decay": 1e-3}, {"params": vectors}], lr=rate, momentum=0.9
    )
    for batch in range(8):
        x = torch.randn(16, 6)
        loss = nn.functional.cross_entropy(model(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(rate, loss.item())
