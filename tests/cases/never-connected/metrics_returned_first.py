import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.v = nn.Sequential(nn.Linear(4, 10), nn.Tanh(), nn.Linear(10, 1))

    def forward(self, obs):
        return self.v(obs).squeeze(-1)


class Agent:
    def __init__(self, gamma=0.95):
        self.critic, self.target = Critic(), Critic()
        self.target.load_state_dict(self.critic.state_dict())  #! decoy
        self.gamma = gamma
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    @torch.no_grad()  #! decoy
    def bootstrap(self, reward, following, done):
        return reward + self.gamma * (1 - done) * self.target(following)

    def update(self, obs, reward, following, done):
        value = self.critic(obs)
        wanted = self.bootstrap(reward, following, done)
        spread = (value.detach() - wanted).std().item()  #! decoy
        loss = F.smooth_l1_loss(wanted, reward)  #~ never-connected
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), spread


def main():
    torch.manual_seed(0)
    agent = Agent()
    for step in range(3):
        print(step, agent.update(torch.randn(8, 4), torch.rand(8), torch.randn(8, 4), torch.zeros(8)))


if __name__ == "__main__":
    main()
