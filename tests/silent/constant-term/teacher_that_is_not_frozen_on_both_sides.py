# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
teacher = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 4))
student = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
opt = torch.optim.Adam(student.parameters(), lr=1e-2)
warmth = 2.0
for step in range(20):
    x = torch.randn(32, 8)
    with torch.no_grad():
        known = teacher(x)
    guess = student(x)
    soft = F.log_softmax(known / warmth, 1)  #~ constant-term
    taught = F.kl_div(soft, F.softmax(known / warmth, 1), reduction="batchmean")
    loss = 0.5 * F.cross_entropy(guess, x[:, :4].argmax(1)) + 0.5 * taught * warmth**2
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
teacher = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 4))
student = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
opt = torch.optim.Adam(student.parameters(), lr=1e-2)
warmth = 2.0
for step in range(20):
    x = torch.randn(32, 8)
    with torch.no_grad():
        known = teacher(x)
    guess = student(x)
    soft = F.log_softmax(guess / warmth, 1)
    taught = F.kl_div(soft, F.softmax(known / warmth, 1), reduction="batchmean")
    loss = 0.5 * F.cross_entropy(guess, x[:, :4].argmax(1)) + 0.5 * taught * warmth**2
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
