import torch


def focal_loss(logits, y, gamma=2.0, alpha=0.25):
    p = torch.sigmoid(logits).clamp(1e-6, 1 - 1e-6)  #~ double-activation
    pt = p * y + (1 - p) * (1 - y)
    a = alpha * y + (1 - alpha) * (1 - y)
    return -(a * (1 - pt) ** gamma * pt.log()).mean()  #! decoy
