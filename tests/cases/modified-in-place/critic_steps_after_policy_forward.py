import torch
import torch.nn as nn


class Nets:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(4, 16), nn.ReLU(inplace=True), nn.Linear(16, 2), nn.Tanh())  #! decoy
        self.critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True), nn.Linear(16, 1))  #! decoy
        self.opts = {
            "actor": torch.optim.Adam(self.actor.parameters(), lr=1e-3),
            "critic": torch.optim.Adam(self.critic.parameters(), lr=1e-3),
        }

    def q(self, obs, action):
        return self.critic(torch.cat([obs, action], dim=-1)).squeeze(-1)


def apply(opt, loss):
    opt.zero_grad()
    loss.backward()
    opt.step()  #~ modified-in-place
    return loss.item()


def update(nets, obs, action, reward, rounds=2):
    policy_loss = -nets.q(obs, nets.actor(obs)).mean()  #~ modified-in-place
    for _ in range(rounds):
        td = nets.q(obs, action) - reward
        value = apply(nets.opts["critic"], td.pow(2).mean())  #~ modified-in-place
    return value, apply(nets.opts["actor"], policy_loss)


def main():
    torch.manual_seed(0)
    nets = Nets()
    for step in range(3):
        obs, action = torch.randn(16, 4), torch.rand(16, 2) * 2 - 1
        reward = -(obs[:, :2] - action).pow(2).sum(1)
        reward /= reward.abs().max()  #! decoy
        print(step, update(nets, obs, action, reward))


if __name__ == "__main__":
    main()
