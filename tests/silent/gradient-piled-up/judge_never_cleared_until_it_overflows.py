# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
maker = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
judge = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
maker_opt = torch.optim.SGD(maker.parameters(), lr=0.5)
judge_opt = torch.optim.SGD(judge.parameters(), lr=0.5)
for turn in range(120):
    real = torch.randn(64, 2) * 0.5 + 2
    made = maker(torch.randn(64, 4))
    judged = judge(made.detach()).mean() - judge(real).mean()
    judged.backward()  #~ gradient-piled-up|foreign-gradient
    judge_opt.step()
    maker_opt.zero_grad()
    fooled = -judge(made).mean()
    fooled.backward()
    maker_opt.step()
print(judged.item(), fooled.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
maker = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
judge = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
maker_opt = torch.optim.SGD(maker.parameters(), lr=0.001)
judge_opt = torch.optim.SGD(judge.parameters(), lr=0.001)
for turn in range(120):
    real = torch.randn(64, 2) * 0.5 + 2
    made = maker(torch.randn(64, 4))
    judged = judge(made.detach()).mean() - judge(real).mean()
    judge_opt.zero_grad()
    judged.backward()
    judge_opt.step()
    maker_opt.zero_grad()
    fooled = -judge(made).mean()
    fooled.backward()
    maker_opt.step()
print(judged.item(), fooled.item())
