# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
make = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
judge = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
make_opt = torch.optim.Adam(make.parameters(), lr=1e-3)
judge_opt = torch.optim.Adam(judge.parameters(), lr=1e-3)
for _ in range(8):
    real, made = torch.randn(32, 2) + 2, make(torch.randn(32, 4))
    judge_loss = torch.relu(1 - judge(real)).mean() + torch.relu(1 + judge(made.detach())).mean()
    make_loss = -judge(made).mean()  #~ foreign-gradient
    for opt in (make_opt, judge_opt):
        opt.zero_grad()
    for loss in (judge_loss, make_loss):
        loss.backward()  #~ foreign-gradient
    for opt in (make_opt, judge_opt):
        opt.step()
print(judge_loss.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
make = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
judge = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
make_opt = torch.optim.Adam(make.parameters(), lr=1e-3)
judge_opt = torch.optim.Adam(judge.parameters(), lr=1e-3)
for _ in range(8):
    real, made = torch.randn(32, 2) + 2, make(torch.randn(32, 4))
    judge_loss = torch.relu(1 - judge(real)).mean() + torch.relu(1 + judge(made.detach())).mean()
    make_loss = -judge(made).mean()
    make_opt.zero_grad()
    make_loss.backward()
    judge_opt.zero_grad()
    judge_loss.backward()
    for opt in (make_opt, judge_opt):
        opt.step()
print(judge_loss.item())
