import torch
import torch.nn as nn


class RecurrentValue(nn.Module):
    def __init__(self, obs=6, hidden=10):
        super().__init__()
        self.hidden = hidden
        self.cell = nn.GRUCell(obs, hidden)
        self.head = nn.Linear(hidden, 1)

    def forward(self, obs, done):
        """obs is (time, env, features); an env that is done starts its next step from zeros."""
        state = torch.zeros(obs.size(1), self.hidden)
        values = []
        for frame, finished in zip(obs, done):
            state = self.cell(frame, state)
            values.append(self.head(state).squeeze(-1))
            state[finished] = 0.0  #~ modified-in-place
        return torch.stack(values)


def discounted(rewards, done, gamma=0.95):
    returns = torch.zeros_like(rewards)
    acc = torch.zeros(rewards.size(1))
    for t in range(len(rewards) - 1, -1, -1):
        acc = rewards[t] + gamma * acc * (~done[t]).float()
        returns[t] = acc  #! decoy
    return returns


def main():
    torch.manual_seed(5)
    model = RecurrentValue()
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
    for update in range(3):
        obs = torch.randn(8, 4, 6)
        done = torch.rand(8, 4) < 0.2
        rewards = torch.randn(8, 4)
        rewards.clamp_(-1, 1)  #! decoy
        loss = (model(obs, done) - discounted(rewards, done)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  #! decoy
        optimizer.step()
        print(update, loss.item())


if __name__ == "__main__":
    main()
