# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, stack_module_state, vmap


def per_sample_norms(net, x, y):
    params = {n: p.detach() for n, p in net.named_parameters()}

    def one(params, xi, yi):
        return F.mse_loss(functional_call(net, params, (xi.unsqueeze(0),)).squeeze(0), yi)

    grads = vmap(grad(one), in_dims=(None, 0, 0))(params, x, y)
    return sum(g.flatten(1).pow(2).sum(1) for g in grads.values()).sqrt()


def main(steps=6):
    torch.manual_seed(0)
    nets = [nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1)) for _ in range(3)]
    params, buffers = stack_module_state(nets)
    base = copy.deepcopy(nets[0]).to("meta")
    opt = torch.optim.Adam(params.values(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(12, 4)
        y = x[:, :1]
        out = vmap(lambda p, b, v: functional_call(base, (p, b), (v,)), in_dims=(0, 0, None))(params, buffers, x)
        loss = (out - y).pow(2).mean((1, 2)).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {per_sample_norms(nets[0], x, y).mean().item():.4f}")


if __name__ == "__main__":
    main()
