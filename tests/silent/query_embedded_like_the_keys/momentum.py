import torch
import torch.nn.functional as F


@torch.no_grad()  #! decoy
def embed(encoder, images):
    features = encoder(images)
    return F.normalize(features, dim=-1)


@torch.no_grad()
def follow(slow, fast, rate=0.9):
    for p, q in zip(slow.parameters(), fast.parameters()):
        p.mul_(rate).add_(q, alpha=1 - rate)
