import torch
import torch.nn as nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)

    def forward(self, states):
        return torch.softmax(self.body(states), dim=-1)


def update(policy, optimizer, states, epochs):
    pi = Categorical(policy(states))  #~ backward-twice
    actions = pi.sample()  #! decoy
    advantage = torch.randn(len(states))
    for _ in range(epochs):
        log_prob = pi.log_prob(actions)  #! decoy
        loss = -(log_prob * advantage).mean() - 0.01 * pi.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    update(policy, optimizer, torch.randn(12, 4), epochs=3)


main()
