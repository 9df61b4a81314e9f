import copy

import torch
import torch.nn.functional as F


class Learner:
    def __init__(self, q, gamma=0.9):
        self.q, self.gamma = q, gamma
        self.frozen = copy.deepcopy(q)
        self.opt = torch.optim.Adam(q.parameters(), lr=1e-3)

    def target(self, r, s2):
        with torch.no_grad():  #! decoy
            best = self.frozen(s2).max(dim=1).values
            return r + self.gamma * best  #~ broadcast-loss

    def update(self, s, a, r, s2):
        chosen = self.q(s).gather(1, a.unsqueeze(1))  #! decoy
        loss = F.smooth_l1_loss(chosen, self.target(r, s2))  #~ broadcast-loss
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
