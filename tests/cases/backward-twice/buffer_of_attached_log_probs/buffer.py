import torch


class RolloutBuffer:
    def __init__(self):
        self.clear()

    def clear(self):
        self.obs, self.act, self.logp, self.rew = [], [], [], []

    def add(self, obs, act, logp, rew):
        self.obs.append(obs)
        self.act.append(act)
        self.logp.append(logp)  #~ backward-twice
        self.rew.append(rew)

    def returns(self, gamma=0.9):
        total, out = 0.0, []
        for r in reversed(self.rew):
            total = r + gamma * total
            out.append(total)
        ret = torch.tensor(out[::-1])  #! decoy
        return (ret - ret.mean()) / (ret.std() + 1e-6)

    def batch(self):
        return torch.stack(self.obs), torch.stack(self.act), torch.stack(self.logp), self.returns()
