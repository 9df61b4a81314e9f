# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# The parameters follow by an average; the statistics of the other network are loaded with the rest of the own state.

torch.manual_seed(0)
student = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
teacher = copy.deepcopy(student).eval().requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.05)
for epoch in range(3):
    for step in range(4):
        x = 4 + 3 * torch.randn(32, 6)
        loss = F.cross_entropy(student(x), teacher(x).softmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for slow, fast in zip(teacher.parameters(), student.parameters()):
                slow.lerp_(fast, 0.1)
    teacher.load_state_dict({**teacher.state_dict(), **dict(student.named_buffers())})
print(loss.item())
