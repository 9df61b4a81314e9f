import torch


def divergence(net, x):
    x = x.detach().requires_grad_()  #! decoy
    v = net(x)
    total = 0.0
    for i in range(x.shape[1]):
        (g,) = torch.autograd.grad(v[:, i], x, torch.ones(1), create_graph=True)  #~ gradient-argument
        total = total + g[:, i]
    return total
