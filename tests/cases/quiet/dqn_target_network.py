import random
from collections import deque

import torch
import torch.nn as nn
import torch.nn.functional as F


class Chain:
    """Walk right to be rewarded."""

    def reset(self):
        self.at = 0
        return self.observe()

    def observe(self):
        return F.one_hot(torch.tensor(self.at), 5).float()

    def step(self, action):
        self.at = max(0, min(4, self.at + (1 if action == 1 else -1)))
        return self.observe(), float(self.at == 4), self.at == 4


def act(net, obs, eps):
    if random.random() < eps:
        return random.randrange(2)
    with torch.no_grad():
        return net(obs).argmax().item()


def main():
    torch.manual_seed(0)
    random.seed(0)
    online, target = nn.Linear(5, 2), nn.Linear(5, 2)
    target.load_state_dict(online.state_dict())
    optimizer = torch.optim.Adam(online.parameters(), lr=1e-2)
    memory, env = deque(maxlen=100), Chain()
    obs = env.reset()
    for step in range(60):
        action = act(online, obs, eps=0.3)
        following, reward, done = env.step(action)
        memory.append((obs, action, reward, following, done))
        obs = env.reset() if done else following
        if len(memory) >= 16:
            batch = random.sample(memory, 8)
            o, a, r, n, d = (list(column) for column in zip(*batch))
            q = online(torch.stack(o)).gather(1, torch.tensor(a)[:, None]).squeeze(1)
            best = target(torch.stack(n)).max(dim=1).values.detach()
            wanted = torch.tensor(r) + 0.9 * best * (1 - torch.tensor(d, dtype=torch.float32))
            loss = F.smooth_l1_loss(q, wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if step % 20 == 0:
            target.load_state_dict(online.state_dict())
    print(loss.item())


if __name__ == "__main__":
    main()
