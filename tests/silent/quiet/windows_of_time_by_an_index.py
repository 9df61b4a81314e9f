# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A window of time steps, picked by a range; the sensors are the batch.
torch.manual_seed(0)
T, N, Fe = 200, 6, 3
series = torch.randn(T, N, Fe)
target = series.mean((1, 2)).cumsum(0) * 0.1
gru, out = nn.GRU(Fe, 8), nn.Linear(8, 1)
opt = torch.optim.Adam([*gru.parameters(), *out.parameters()], lr=1e-2)
for step in range(12):
    start = int(torch.randint(0, T - 20, ()))
    idx = torch.arange(start, start + 20)
    h, _ = gru(series[idx])
    pred = out(h.mean(1)).squeeze(1)
    loss = F.mse_loss(pred, target[idx])
    opt.zero_grad()
    loss.backward()
    opt.step()
