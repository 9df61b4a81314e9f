import torch.nn.functional as F


def negative_similarity(prediction, projection):
    return -F.cosine_similarity(prediction, projection.detach(), dim=-1)  #~ non-scalar-loss


def contrast(a, b, temperature=0.5):
    return F.mse_loss(a / temperature, b / temperature)
