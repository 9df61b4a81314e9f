# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from noise import with_noise


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 5)
        net.train()
        loss = F.cross_entropy(with_noise(net, 0.2)(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=10):
    """Registered and removed at every step; several on one parameter from the start; new results every time."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    opt, sizes = torch.optim.SGD(net.parameters(), lr=0.1), []
    for factor in (0.9, 0.8, 0.7, 0.6):
        net[0].weight.register_hook(lambda grad, factor=factor: grad * factor)
    for step in range(steps):
        x = torch.randn(16, 5)
        handles = [net[1].register_forward_hook(lambda module, args, out: sizes.append(out.abs().mean().item()))]
        handles.append(net[2].weight.register_hook(lambda grad: grad.clamp(-1, 1)))
        hidden = net[1](net[0](x))
        hidden.register_hook(lambda grad: sizes.append(grad.abs().mean().item()))
        loss = F.cross_entropy(net[2](hidden), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        for handle in handles:
            handle.remove()
    print(len(sizes))


if __name__ == "__main__":
    main()
# file: noise.py
import torch
import torch.nn as nn


def with_noise(net, size):
    """The network, with noise on every hidden layer."""
    for layer in net:
        if isinstance(layer, nn.ReLU):
            layer.register_forward_hook(lambda module, args, out: out + size * torch.randn_like(out))  #~ hook-registration
    return net
