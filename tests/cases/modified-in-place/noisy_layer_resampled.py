# file: main.py
import torch
import torch.nn as nn

from noisy import NoisyLinear


class NoisyQ(nn.Module):
    def __init__(self, obs=5, actions=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 16), nn.ReLU(inplace=True))  #! decoy
        self.head = NoisyLinear(16, actions)

    def forward(self, obs):
        return self.head(self.body(obs))

    def resample(self):
        self.head.resample()  #~ modified-in-place


def main():
    torch.manual_seed(0)
    q = NoisyQ()
    optimizer = torch.optim.Adam(q.parameters(), lr=1e-3)
    for step in range(3):
        obs, after = torch.randn(12, 5), torch.randn(12, 5)
        actions, rewards = torch.randint(0, 3, (12, 1)), torch.randn(12)
        chosen = q(obs).gather(1, actions).squeeze(1)
        q.resample()  #~ modified-in-place
        with torch.no_grad():
            target = rewards + 0.9 * q(after).amax(1)
        loss = nn.functional.smooth_l1_loss(chosen, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: noisy.py
import torch
import torch.nn as nn


class NoisyLinear(nn.Module):
    def __init__(self, inputs, outputs, sigma=0.1):
        super().__init__()
        self.mu = nn.Parameter(torch.randn(outputs, inputs) / inputs ** 0.5)
        self.sigma = nn.Parameter(torch.full((outputs, inputs), sigma))
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.register_buffer("noise", torch.zeros(outputs, inputs))
        self.resample()

    def resample(self):
        left, right = torch.randn(self.mu.size(0)), torch.randn(self.mu.size(1))
        torch.outer(left, right, out=self.noise)  #~ modified-in-place

    def forward(self, x):
        return nn.functional.linear(x, self.mu + self.sigma * self.noise, self.bias)  #~ modified-in-place
