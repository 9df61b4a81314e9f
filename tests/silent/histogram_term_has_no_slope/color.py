import torch


def histogram_loss(pred, target, bins=16):
    want = torch.histc(target, bins, 0, 1) / target.numel()  #! decoy
    have = torch.histc(pred, bins, 0, 1) / pred.numel()  #~ no-derivative
    return (want.cumsum(0) - have.cumsum(0)).abs().mean()
