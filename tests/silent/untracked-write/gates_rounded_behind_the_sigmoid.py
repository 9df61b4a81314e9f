import torch
from torch import nn

torch.manual_seed(0)
score, bias = nn.Linear(5, 3), nn.Parameter(torch.zeros(1))
fixed = torch.tensor([-1.0, 0.5, 2.0])
opt = torch.optim.Adam([*score.parameters(), bias], lr=1e-2)
for _ in range(12):
    x = torch.randn(24, 5)
    gates = torch.sigmoid(score(x))  #! decoy
    gates.data.round_()  #~ untracked-write
    loss = (gates @ fixed + bias - x[:, 0]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
