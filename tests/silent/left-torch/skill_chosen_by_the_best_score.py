# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent(nn.Module):
    def __init__(self, dim=5, skills=3):
        super().__init__()
        self.chooser = nn.Linear(dim, skills)
        self.skills = nn.ModuleList([nn.Linear(dim, dim) for _ in range(skills)])

    def forward(self, state):
        scores = self.chooser(state.mean(0))
        best = int(scores.argmax())  #~ left-torch|no-derivative
        skill = self.skills[best]
        return skill(state)


def main():
    torch.manual_seed(0)
    agent = Agent()
    opt = torch.optim.SGD(agent.parameters(), lr=1e-2)
    for step in range(12):
        state = torch.randn(16, 5)
        loss = F.smooth_l1_loss(agent(state), -state)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""The best skill runs, weighted by its score."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent(nn.Module):
    def __init__(self, dim=5, skills=3):
        super().__init__()
        self.chooser = nn.Linear(dim, skills)
        self.skills = nn.ModuleList([nn.Linear(dim, dim) for _ in range(skills)])

    def forward(self, state):
        scores = self.chooser(state.mean(0)).softmax(0)
        best = int(scores.argmax())
        return scores[best] * self.skills[best](state)


torch.manual_seed(0)
agent = Agent()
opt = torch.optim.SGD(agent.parameters(), lr=1e-2)
for step in range(12):
    state = torch.randn(16, 5)
    loss = F.smooth_l1_loss(agent(state), -state)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
