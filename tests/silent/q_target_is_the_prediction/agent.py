import torch
import torch.nn.functional as F


def train_on(q, opt, s, a, r, s2, gamma=0.9):
    pred = q(s)
    with torch.no_grad():  #! decoy
        best = r + gamma * q(s2).max(1).values
    target = pred  #~ self-comparison|zero-gradient|shared-memory|zero-derivative|multiplied-by-zero|saturated-value|overwritten-skip
    target[torch.arange(len(a)), a] = best  #~ zero-gradient|shared-memory|zero-derivative|multiplied-by-zero|saturated-value|overwritten-skip
    loss = F.mse_loss(pred, target)  #~ zero-gradient|shared-memory|zero-derivative|multiplied-by-zero|saturated-value|overwritten-skip
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()
