import torch


def normalised_returns(rewards, gamma=0.95):
    out, total = [], 0.0
    for r in reversed(rewards):
        total = r + gamma * total
        out.insert(0, total)
    g = torch.tensor(out)
    return (g - g.mean()) / (g.std() + 1e-8)  #~ nan-gradient
