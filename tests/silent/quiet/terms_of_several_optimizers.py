# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def size_of(module):
    return sum(p.pow(2).sum() for p in module.parameters())


def in_turn():
    """Each step uses the terms of its own part; the loss is the same."""
    one, other = nn.Linear(4, 4), nn.Linear(4, 4)
    turns = [torch.optim.SGD(net.parameters(), lr=0.05) for net in (one, other)]
    for step in range(20):
        x = torch.randn(16, 4)
        loss = (other(one(x)) - x).pow(2).mean() + 1e-3 * size_of(one) + 1e-3 * size_of(other)
        for optimizer in turns:
            optimizer.zero_grad()
        loss.backward()
        turns[step % 2].step()


def one_pass_for_both():
    """An actor and a critic with optimizers of their own, and one sum of their losses."""
    actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
    acts, judges = torch.optim.Adam(actor.parameters(), lr=1e-2), torch.optim.Adam(critic.parameters(), lr=1e-2)
    for _ in range(20):
        state, reward = torch.randn(16, 4), torch.randn(16)
        value = critic(state).squeeze(-1)
        chosen = torch.distributions.Categorical(logits=actor(state))
        action = chosen.sample()
        policy = -(chosen.log_prob(action) * (reward - value.detach())).mean()
        acts.zero_grad()
        judges.zero_grad()
        (policy + F.mse_loss(value, reward) - 0.01 * chosen.entropy().mean()).backward()
        acts.step()
        judges.step()


def gan():
    """What the generator's loss leaves in the discriminator is a by-product; each of its terms trains the generator."""
    generator, critic = nn.Linear(3, 6), nn.Linear(6, 1)
    makes, judges = torch.optim.Adam(generator.parameters(), lr=1e-3), torch.optim.Adam(critic.parameters(), lr=1e-3)
    for _ in range(20):
        real, made = torch.randn(16, 6), generator(torch.randn(16, 3))
        judges.zero_grad()
        (F.softplus(critic(made.detach())).mean() + F.softplus(-critic(real)).mean()).backward()
        judges.step()
        makes.zero_grad()
        (F.softplus(-critic(made)).mean() + 0.1 * made.mean(0).pow(2).sum()).backward()
        makes.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    in_turn()
    one_pass_for_both()
    gan()
