import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
critic = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
opt_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
opt_c = torch.optim.Adam(critic.parameters(), lr=1e-3)

for epoch in range(4):
    for _ in range(2):
        real = torch.randn(16, 2) + 1
        fake = generator(torch.randn(16, 3))  #~ modified-in-place
        opt_c.zero_grad()
        (critic(fake.detach()).mean() - critic(real).mean()).backward()
        opt_c.step()
    for _ in range(3):
        opt_g.zero_grad()
        (-critic(fake).mean()).backward(retain_graph=True)  #! decoy
        opt_g.step()  #! decoy
