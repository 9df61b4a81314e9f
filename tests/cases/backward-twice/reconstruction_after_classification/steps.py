import torch.nn.functional as F


def classify(head, code, labels):
    loss = F.cross_entropy(head(code), labels)
    loss.backward()  #~ backward-twice
    return loss.item()


def reconstruct(decoder, code, x):
    loss = F.mse_loss(decoder(code), x)
    loss.backward()  #~ backward-twice
    return loss.item()
