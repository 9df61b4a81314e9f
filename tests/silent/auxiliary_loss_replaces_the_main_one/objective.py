import torch.nn.functional as F


def objective(outputs, x, weight=0.3):
    logits, aux = outputs
    loss = F.cross_entropy(logits, x[:, :3].argmax(1))
    loss = +weight * F.mse_loss(aux, x[:, :1])  #~ loss-left-out|idle-parameter|unused-parameters|never-connected|unused-result
    return loss
