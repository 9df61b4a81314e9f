import torch


def td_error(value, s, r, s2, done, gamma=0.95):
    with torch.no_grad():
        wanted = r + gamma * (1 - done) * value(s2)  #~ broadcast-loss
    return wanted - value(s)  #~ broadcast-loss
