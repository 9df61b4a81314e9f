def iou(predicted, truth):
    hit = ((predicted == 1) & (truth == 1)).sum().item()  #! decoy
    union = ((predicted == 1) | (truth == 1)).sum().item()
    return hit / max(union, 1)
