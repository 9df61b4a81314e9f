import torch


def balanced_step(net, opt, losses):
    norms = []
    for i, loss in enumerate(losses):
        opt.zero_grad()  #~ gradient-cleared
        loss.backward(retain_graph=i + 1 < len(losses))
        got = [p.grad.norm() for p in net.trunk.parameters()]
        norms.append(round(torch.stack(got).norm().item(), 3))
    opt.step()
    return norms
