import torch
import torch.nn.functional as F


def init_policy(d=4, hidden=16, actions=3):
    shapes = {"w1": (d, hidden), "b1": (hidden,), "w2": (hidden, actions), "b2": (actions,)}
    return {k: (0.1 * torch.randn(s)).requires_grad_() for k, s in shapes.items()}


def surrogate(p, obs, action, advantage):
    logits = torch.tanh(obs @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
    log_prob = F.log_softmax(logits, -1).gather(1, action[:, None]).squeeze(1)
    return -(log_prob * advantage).mean()
