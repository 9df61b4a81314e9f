# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 5))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(10):
    frames, letters = torch.randn(20, 4, 6), torch.randint(1, 5, (4, 6))
    chances = net(frames).softmax(2)
    loss = nn.functional.ctc_loss(chances, letters, torch.full((4,), 20), torch.full((4,), 6))  #~ double-activation
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 5))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(10):
    frames, letters = torch.randn(20, 4, 6), torch.randint(1, 5, (4, 6))
    chances = net(frames).softmax(2).clamp(min=1e-6).log()
    loss = nn.functional.ctc_loss(chances, letters, torch.full((4,), 20), torch.full((4,), 6))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
