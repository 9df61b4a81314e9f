import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)
x, y = torch.randn(24, 6), torch.randn(24, 1)
vx, vy = torch.randn(12, 6), torch.randn(12, 1)


def fitted(decay, rounds=2):
    model = nn.Linear(6, 1)
    for _ in range(rounds):
        model.zero_grad()
        cost = F.mse_loss(model(x), y) + (decay * model.weight.square()).sum()
        cost.backward(create_graph=True)
        with torch.no_grad():  #~ grad-disabled
            for p in model.parameters():
                p.copy_(p - 0.05 * p.grad)  #~ detached-tensor
    return model


decay = torch.full((6,), 0.1, requires_grad=True)
for step in range(3):
    model = fitted(decay)
    validation = F.mse_loss(model(vx), vy)
    (slope,) = torch.autograd.grad(validation, decay)  #! decoy
    decay = (decay - 0.1 * slope).detach().requires_grad_()  #! decoy
    print(step, validation.item())
