# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn
torch.manual_seed(0)
student, teacher = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4)), nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 4))
both = nn.ModuleDict({"student": student, "teacher": teacher})
optimizer = torch.optim.AdamW(both.parameters(), lr=0.01)
for step in range(20):
    x = torch.randn(16, 8)
    target = teacher(x).detach() / 2.0
    logits = student(x)
    soft = -(target.softmax(1) * F.log_softmax(logits, 1)).sum(1).mean()
    loss = soft + (logits - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
