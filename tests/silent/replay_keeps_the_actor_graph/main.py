import torch
import torch.nn.functional as F

from agent import Agent
from replay import Replay


def env_step(s, a):
    s2 = 0.9 * s + 0.1 * a
    return s2, -float((s2**2).sum())


def main(steps=60):
    torch.manual_seed(0)
    agent, replay = Agent(), Replay()
    s = torch.randn(3)
    for t in range(steps):
        a = agent.act(s)
        s2, r = env_step(s, a.detach())  #! decoy
        replay.add(s, a, r, s2)  #~ growing-graph
        s = s2
        if t >= 20:
            bs, ba, br, bs2 = replay.sample(8)
            target = br + 0.9 * agent.target(bs2)
            loss = F.mse_loss(agent.q(bs, ba.detach()), target)
            agent.critic_opt.zero_grad()
            loss.backward()
            agent.critic_opt.step()
            if t % 10 == 0:
                print(t, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
