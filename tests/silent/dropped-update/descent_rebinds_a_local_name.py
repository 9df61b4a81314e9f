# file: main.py
import torch

from policy import init_policy, surrogate
from update import descend


def main(iterations=10):
    torch.manual_seed(0)
    params = init_policy()
    for it in range(iterations):
        obs = torch.randn(64, 4)
        action = torch.randint(0, 3, (64,))
        reward = (action == obs[:, :3].argmax(1)).float()
        loss = surrogate(params, obs, action, reward - reward.mean())
        loss.backward()
        with torch.no_grad():  #! decoy
            norm = sum(p.grad.norm() ** 2 for p in params.values()).sqrt()
            descend(params)
        print(it, round(loss.item(), 4), round(norm.item(), 4))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch


def fresh(*shape):
    return (0.3 * torch.randn(*shape)).requires_grad_()


def loss_of(p, x, y):
    return ((torch.tanh(x @ p["w1"] + p["b1"]) @ p["w2"]).squeeze(1) - y).pow(2).mean()


def renewed(params, lr):
    """New leaves take the places of the old ones."""
    return {k: (w - lr * w.grad).detach().requires_grad_() for k, w in params.items()}


def searched(params, x, y):
    """A step that is halved until it helps, and written then."""
    with torch.no_grad():
        before, lr = loss_of(params, x, y), 1.0
        while lr > 1e-3:
            tried = {k: w - lr * w.grad for k, w in params.items()}
            if loss_of(tried, x, y) < before:
                break
            lr /= 2
        for k, w in params.items():
            w.copy_(tried[k])
            w.grad = None


def main():
    torch.manual_seed(0)
    x = torch.randn(40, 4)
    y = x.sum(1)
    params = {"w1": fresh(4, 8), "b1": fresh(8), "w2": fresh(8, 1)}
    for _ in range(8):
        loss_of(params, x, y).backward()
        params = renewed(params, 0.05)
    for _ in range(8):
        loss_of(params, x, y).backward()
        searched(params, x, y)
    for _ in range(8):
        loss = loss_of(params, x, y)
        loss.backward()
        for w in params.values():
            w.data = w.data - 0.05 * w.grad
            w.grad = None
    print(loss.item())


main()
# file: policy.py
import torch
import torch.nn.functional as F


def init_policy(d=4, hidden=16, actions=3):
    shapes = {"w1": (d, hidden), "b1": (hidden,), "w2": (hidden, actions), "b2": (actions,)}
    return {k: (0.1 * torch.randn(s)).requires_grad_() for k, s in shapes.items()}


def surrogate(p, obs, action, advantage):
    logits = torch.tanh(obs @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
    log_prob = F.log_softmax(logits, -1).gather(1, action[:, None]).squeeze(1)
    return -(log_prob * advantage).mean()
# file: update.py
def descend(params, lr=0.05):
    for w in params.values():
        w = w - lr * w.grad  #~ dropped-update
        w.grad = None
