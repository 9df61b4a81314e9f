import torch


def saliency(net, x):
    for p in net.features.parameters():
        p.requires_grad = False  #~ frozen-parameter
    x = x.clone().requires_grad_()
    (g,) = torch.autograd.grad(net(x).max(), x)
    return g.abs().sum().item()  #! decoy
