import torch.nn.functional as F


def planes(labels, classes):
    return F.one_hot(labels, classes).permute(0, 3, 1, 2).float()


def soft_dice(logits, mask, smooth=1.0):
    classes = logits.size(1)
    predicted = planes(
        logits.softmax(dim=1).argmax(dim=1),  #~ no-derivative
        classes,
    )
    truth = planes(mask, classes)  #! decoy
    inter = (predicted * truth).sum(dim=(2, 3))
    total = predicted.sum(dim=(2, 3)) + truth.sum(dim=(2, 3))
    return 1 - ((2 * inter + smooth) / (total + smooth)).mean()
