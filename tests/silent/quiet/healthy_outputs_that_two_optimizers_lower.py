# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
first, last = nn.Linear(4, 3), nn.Linear(3, 1)
opts = [torch.optim.SGD(part.parameters(), lr=1e-2) for part in (first, last)]
for _ in range(8):
    energy = last(torch.tanh(first(torch.randn(32, 4)))).mean()
    for opt in opts:
        opt.zero_grad()
    energy.backward()
    for opt in opts:
        opt.step()

make, critic = nn.Linear(3, 4), nn.Linear(4, 1)
make_opt = torch.optim.RMSprop(make.parameters(), lr=1e-3)
critic_opt = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
for _ in range(8):
    real, made = torch.randn(32, 4), make(torch.randn(32, 3))
    critic_opt.zero_grad()
    (critic(made.detach()).mean() - critic(real).mean()).backward()
    critic_opt.step()
    make_opt.zero_grad()
    (-critic(made).mean()).backward()
    make_opt.step()
print(energy.item())
