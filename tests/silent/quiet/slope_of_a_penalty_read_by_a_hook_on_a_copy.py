# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(12, 8), nn.ELU())
decoder = nn.Linear(8, 12)
prior = torch.randn(8)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-2)


def spread(code):
    return (code.var(dim=0) - 1).pow(2).mean() + (code.mean(dim=0) - prior).abs().mean()


seen = []
for _ in range(12):
    batch = torch.randn(32, 12)
    code = encoder(batch)
    probe = code.detach().clone().requires_grad_(True)
    probe.register_hook(lambda slope: seen.append(slope.norm().item()))  # how steep the penalty is, for the log
    loss = F.mse_loss(decoder(code), batch) + 0.5 * spread(code) + spread(probe)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), sum(seen) / len(seen))
