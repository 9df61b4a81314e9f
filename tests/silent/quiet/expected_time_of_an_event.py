# file: quiet.py
import torch
import torch.nn as nn

# Seconds since 1970 differ by little of themselves.
torch.manual_seed(0)
times = 1.7e9 + torch.arange(12, dtype=torch.float64)
net = nn.Linear(12, 12).double()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(24):
    x = torch.randn(16, 12, dtype=torch.float64)
    at = x.argmax(1)
    when = (torch.softmax(net(x), 1) * times).sum(1)
    loss = (when - times[at]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
