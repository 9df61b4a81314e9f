# file: main.py
import torch

rate = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
growth = torch.exp(rate)
energy = (growth * growth).sum()
table = growth.detach().numpy()  #~ untracked-write
table[table > 1.2] = 0.0  #~ untracked-write
energy.backward()
print(energy, rate.grad)
# file: quiet.py
import torch

rate = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
growth = torch.exp(rate)
energy = (growth * growth).sum()
table = growth.detach().numpy().copy()
table[table > 1.2] = 0.0
energy.backward()
print(energy, rate.grad, table)
