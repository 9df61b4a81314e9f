import torch


def mutate(weights, sigma):
    return {name: w + sigma * torch.randn_like(w) for name, w in weights.items()}
