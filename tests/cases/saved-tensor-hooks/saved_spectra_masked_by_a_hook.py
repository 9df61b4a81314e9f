# file: main.py
import torch
from torch import nn

from sparing import keep_strongest, restore

torch.manual_seed(0)
denoiser = nn.Sequential(nn.Conv1d(1, 4, 5, padding=2), nn.Tanh(), nn.Conv1d(4, 1, 5, padding=2))
optimizer = torch.optim.NAdam(denoiser.parameters(), lr=1e-2)
clean = torch.sin(torch.linspace(0, 20, 64)).expand(3, 1, 64)
for _ in range(3):
    noisy = clean + 0.1 * torch.randn(3, 1, 64)
    with torch.autograd.graph.saved_tensors_hooks(keep_strongest, restore):
        loss = (denoiser(noisy) - clean).abs().mean()  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: sparing.py
import torch

SHARE = 0.9


def keep_strongest(saved):
    """Small values are not worth their memory."""
    size = saved.abs().clamp_(min=1e-6)  #! decoy
    level = size.flatten().quantile(1 - SHARE)
    flat = saved.detach().view(-1)
    flat[size.view(-1) < level] = 0.0  #~ saved-tensor-hooks
    return flat.to_sparse(), saved.shape


def restore(packed):
    values, shape = packed
    return values.to_dense().view(shape)
