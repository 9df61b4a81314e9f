import torch


class Storage:
    def __init__(self):
        self.s, self.a, self.logp, self.r = [], [], [], []

    def add(self, s, a, logp, r):
        self.s.append(s)
        self.a.append(a)
        self.logp.append(logp)
        self.r.append(r)

    def tensors(self):
        r = torch.tensor(self.r)
        adv = (r - r.mean()) / (r.std() + 1e-6)
        return torch.stack(self.s), torch.stack(self.a), torch.stack(self.logp), adv  #~ broadcast-loss
