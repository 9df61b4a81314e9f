import torch.nn.functional as F


def detection_loss(out, boxes, labels):
    """Boxes count twice as much as classes."""
    loss = 2 * F.smooth_l1_loss(out["box"], boxes)
    loss = F.cross_entropy(out["class"], labels)  #~ loss-left-out
    return loss
