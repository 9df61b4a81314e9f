import torch
import torch.nn as nn
import torch.nn.functional as F


def probe_after(shift, x, y, rate=0.2):
    probe = nn.Linear(3, 1)
    grads = torch.autograd.grad(F.mse_loss(probe(x + shift), y), list(probe.parameters()))  #~ missing-create-graph|unused-input
    for p, g in zip(probe.parameters(), grads):
        p.data -= rate * g  #~ unused-input|detached-tensor
    return probe


torch.manual_seed(0)
x, y = torch.randn(16, 3), torch.randn(16, 1)
shift = torch.zeros(3, requires_grad=True)
for step in range(3):
    probe = probe_after(shift, x, y)
    loss = F.mse_loss(probe(x), y)
    (slope,) = torch.autograd.grad(loss, shift)  #! decoy
    shift = (shift + 0.1 * slope).detach().requires_grad_()
