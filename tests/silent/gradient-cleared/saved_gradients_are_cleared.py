# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from weighting import balanced_step


class Critic(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, hidden), nn.LeakyReLU(0.2), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.net(x)


def main(steps=12):
    torch.manual_seed(0)
    critic = Critic()
    opt = torch.optim.SGD(critic.parameters(), lr=0.05)
    for step in range(steps):
        real, fake = torch.randn(16, 2) + 2, torch.randn(16, 2)
        real_loss = F.softplus(-critic(real)).mean()
        fake_loss = F.softplus(critic(fake)).mean()
        balanced_step(critic, opt, real_loss, fake_loss)
        if step % 4 == 0:
            print(step, f"{real_loss.item():.4f} {fake_loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: weighting.py
import torch


def gradients_of(model):
    return [p.grad for p in model.parameters()]  #~ gradient-cleared|shared-memory


def norm(grads):
    return torch.sqrt(sum((g**2).sum() for g in grads) + 1e-12)


def balanced_step(model, opt, first, second):
    """Both losses pull with the same strength."""
    opt.zero_grad(set_to_none=False)
    first.backward(retain_graph=True)  #! decoy
    a = gradients_of(model)
    opt.zero_grad(set_to_none=False)  #~ gradient-cleared|shared-memory
    second.backward()
    b = gradients_of(model)
    na, nb = norm(a), norm(b)
    for p, ga, gb in zip(model.parameters(), a, b):
        p.grad = ga / na + gb / nb
    opt.step()
