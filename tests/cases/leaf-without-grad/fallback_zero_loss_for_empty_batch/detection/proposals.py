import torch


def sample_proposals(step, n=6):
    features = torch.randn(n, 8)
    boxes = torch.rand(n, 4)
    labels = (torch.rand(n) > 0.3).long()  #! decoy
    if step == 33:
        labels.zero_()
    return features, boxes, labels
