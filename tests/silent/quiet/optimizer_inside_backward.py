# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def update_as_gradients_come(model, lr):
    """Each parameter is stepped and cleared as soon as its gradient is complete."""
    optimizers = {p: torch.optim.SGD([p], lr=lr) for p in model.parameters()}

    def update(p):
        optimizers[p].step()
        optimizers[p].zero_grad()

    for p in model.parameters():
        p.register_post_accumulate_grad_hook(update)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 1))
update_as_gradients_come(model, 0.05)
x = torch.randn(20, 6)
for _ in range(6):
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    loss.backward()
    print(loss.item())
