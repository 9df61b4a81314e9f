import copy

import torch
import torch.nn as nn


def network():
    return nn.Sequential(nn.Linear(4, 16), nn.ReLU(inplace=True), nn.Linear(16, 16), nn.ReLU(inplace=True), nn.Linear(16, 2))  #! decoy


class Learner:
    def __init__(self, gamma=0.9, sync=3):
        self.online = network()
        self.target = copy.deepcopy(self.online)
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=1e-3)
        self.gamma, self.sync, self.steps = gamma, sync, 0

    def td_error(self, obs, actions, rewards, after):
        future = self.target(after).amax(1)  #~ modified-in-place
        chosen = self.online(obs).gather(1, actions[:, None]).squeeze(1)
        return rewards + self.gamma * future - chosen

    def learn(self, batch):
        self.steps += 1
        error = self.td_error(*batch)
        if self.steps % self.sync == 0:
            self.target.load_state_dict(self.online.state_dict())  #~ modified-in-place
        loss = error.pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()  #! decoy
        return loss.item()


def main():
    torch.manual_seed(0)
    learner = Learner()
    for step in range(7):
        batch = torch.randn(8, 4), torch.randint(0, 2, (8,)), torch.randn(8), torch.randn(8, 4)
        print(step, learner.learn(batch))


if __name__ == "__main__":
    main()
