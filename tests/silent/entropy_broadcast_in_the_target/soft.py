import torch


def target_value(q, s2, reward, gamma=0.9, alpha=0.2):
    with torch.no_grad():  #! decoy
        a2 = torch.rand(len(s2), 1)
        log_prob = -a2.squeeze(1)  #~ broadcast-loss
        soft = q(torch.cat([s2, a2], 1)) - alpha * log_prob  #~ broadcast-loss
        return reward + gamma * soft
