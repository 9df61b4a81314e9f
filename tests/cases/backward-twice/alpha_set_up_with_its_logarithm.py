# file: main.py
import torch

from agent import Agent


def main():
    torch.manual_seed(0)
    agent = Agent()
    agent.setup()  #! decoy
    for _ in range(4):
        agent.update(torch.randn(6, 5))


main()
# file: agent.py
import torch


class Agent:
    def setup(self):
        self.net = torch.nn.Linear(5, 3)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha = self.log_alpha.exp()  #~ backward-twice
        self.optimizer = torch.optim.SGD([*self.net.parameters(), self.log_alpha], lr=0.1)

    def update(self, x):
        entropy = torch.distributions.Categorical(logits=self.net(x)).entropy()
        loss = (self.alpha * (entropy - 0.5)).mean()  #! decoy
        self.optimizer.zero_grad()
        loss.backward()  #! decoy
        self.optimizer.step()
