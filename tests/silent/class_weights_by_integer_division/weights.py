import torch


def class_weights(labels, n):
    counts = torch.bincount(labels, minlength=n)
    share = counts // labels.numel()  #~ nan-gradient|multiplied-by-zero
    return share.float()
