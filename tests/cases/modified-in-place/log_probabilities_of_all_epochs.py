import torch
from torch import nn

class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(5, 16), nn.Linear(16, 3)
    def forward(self, obs):
        return torch.log_softmax(self.head(torch.tanh(self.body(obs))), dim=-1)

class Agent:
    def __init__(self):
        self.policy = Policy()
        self.opt = torch.optim.Adam(self.policy.parameters(), lr=1e-2)
    def update(self, obs, actions, returns, epochs):
        logp = self.policy(obs).gather(1, actions[:, None]).squeeze(1)  #~ modified-in-place
        done = 0
        while done < epochs:
            loss = -(logp * returns).mean()
            self.opt.zero_grad()
            loss.backward(retain_graph=True)
            self.opt.step()  #! decoy
            done += 1
        return loss.item()

torch.manual_seed(0)
agent = Agent()
for it in range(3):
    obs = torch.randn(12, 5)
    print(agent.update(obs, torch.randint(0, 3, (12,)), torch.randn(12), 4))
