import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
trunk = nn.Linear(6, 16)
heads = nn.ModuleDict({name: nn.Linear(16, 1) for name in ("ages", "sizes", "rare")})
optimizers = {name: torch.optim.Adam(head.parameters(), lr=1e-2) for name, head in heads.items()}  #~ idle-parameter
trunk_opt = torch.optim.Adam(trunk.parameters(), lr=1e-2)
batches = [("ages" if torch.rand(()) < 0.5 else "sizes", torch.randn(32, 6)) for _ in range(20)]
for name, x in batches:
    loss = F.mse_loss(heads[name](torch.tanh(trunk(x))), x.sum(1, keepdim=True))
    for opt in (trunk_opt, *optimizers.values()):
        opt.zero_grad()
    loss.backward()
    for opt in (trunk_opt, *optimizers.values()):
        opt.step()
print(loss.item())
