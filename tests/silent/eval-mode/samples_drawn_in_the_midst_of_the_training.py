# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
critic = nn.Linear(2, 1)
og = torch.optim.Adam(generator.parameters(), lr=1e-3)
oc = torch.optim.Adam(critic.parameters(), lr=1e-3)
fixed = torch.randn(8, 4)
for step in range(30):
    oc.zero_grad()
    (critic(generator(torch.randn(8, 4)).detach()).mean() - critic(torch.randn(8, 2)).mean()).backward()
    oc.step()
    og.zero_grad()
    (-critic(generator(torch.randn(8, 4))).mean()).backward()
    og.step()
    if step == 9:
        generator.eval()  #~ eval-mode
        print(generator(fixed).detach().mean().item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
critic = nn.Linear(2, 1)
og = torch.optim.Adam(generator.parameters(), lr=1e-3)
oc = torch.optim.Adam(critic.parameters(), lr=1e-3)
fixed = torch.randn(8, 4)
for step in range(30):
    oc.zero_grad()
    (critic(generator(torch.randn(8, 4)).detach()).mean() - critic(torch.randn(8, 2)).mean()).backward()
    oc.step()
    og.zero_grad()
    (-critic(generator(torch.randn(8, 4))).mean()).backward()
    og.step()
    if step == 9:
        generator.eval()
        print(generator(fixed).detach().mean().item())
        generator.train()
