import torch
import torch.nn as nn

ACTIVATIONS = {
    "none": lambda z: z,
    "tanh": torch.tanh,
    "softplus": lambda z: torch.log1p(torch.exp(z)),
    "scaled": lambda z: z.data / z.data.abs().max(),  #~ detached-tensor
}


class Critic(nn.Module):
    def __init__(self, obs, hidden, head="scaled"):
        super().__init__()
        self.body = nn.Linear(obs, hidden)
        self.value = nn.Linear(hidden, 1)
        self.head = head

    def forward(self, obs):
        h = ACTIVATIONS["tanh"](self.body(obs))
        return ACTIVATIONS[self.head](self.value(h)).squeeze(-1)


def discounted(rewards, gamma=0.9):
    out, total = [], 0.0
    for r in reversed(rewards.tolist()):  #! decoy
        total = r + gamma * total
        out.append(total)
    return torch.tensor(out[::-1])  #! decoy


def main():
    torch.manual_seed(0)
    critic = Critic(4, 8)
    optimizer = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
    for episode in range(4):
        obs, rewards = torch.randn(12, 4), torch.rand(12)
        returns = discounted(rewards)
        value_loss = (critic(obs) - returns).pow(2).mean()
        optimizer.zero_grad()
        value_loss.backward()
        optimizer.step()
        print(episode, float(value_loss))


if __name__ == "__main__":
    main()
