# file: main.py
import torch
import torch.nn as nn
from torch.func import functional_call, grad, vmap

from losses import robust


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
    params = {k: v.detach() for k, v in net.named_parameters()}  #! decoy

    def loss_of(params, x, y):
        pred = functional_call(net, params, (x.unsqueeze(0),))[0, 0]
        return robust(pred, y)

    per_sample = vmap(grad(loss_of), in_dims=(None, 0, 0))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(4):
        x = torch.randn(16, 5)
        y = x.sum(1)
        grads = per_sample(params, x, y)
        norms = torch.stack([g.flatten(1).norm(dim=1) for g in grads.values()]).norm(dim=0)
        scale = (1.0 / norms).clamp(max=1.0)
        for (k, p) in net.named_parameters():
            p.grad = torch.einsum("n,n...->...", scale, grads[k]) / 16
        opt.step()
        params = {k: v.detach() for k, v in net.named_parameters()}  #! decoy
        print(step, norms.mean().item())


main()
# file: losses.py
def robust(pred, target, delta=1.0):
    error = pred - target
    if error.abs().item() < delta:  #~ function-transforms
        return 0.5 * error ** 2
    return delta * (error.abs() - 0.5 * delta)
