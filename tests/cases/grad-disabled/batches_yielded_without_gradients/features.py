import torch


def feature_batches(backbone, x, y, size):
    with torch.no_grad():  #~ grad-disabled
        for b in torch.arange(len(x)).split(size):
            yield backbone(x[b]), y[b]
