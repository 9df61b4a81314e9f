import torch


def compress(net):
    return [p.grad.detach().half() for p in net.parameters()]  #! decoy


def restore(net, message):
    for p, g in zip(net.parameters(), message):
        p.grad = g  #~ grad-assignment
