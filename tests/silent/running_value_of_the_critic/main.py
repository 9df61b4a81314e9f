import torch

from a2c import A2C
from normaliser import RunningMean


def main(updates=25):
    torch.manual_seed(0)
    agent = A2C()
    opt = torch.optim.Adam(agent.parameters(), lr=1e-3)
    running = RunningMean()
    for it in range(updates):
        obs, returns = torch.randn(32, 4), torch.randn(32)
        dist, value = agent(obs)
        action = dist.sample()
        advantage = (returns - value).detach()  #! decoy
        loss = -(dist.log_prob(action) * advantage).mean() + (returns - value).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        running.see(value)
        if it % 6 == 0:
            print(it, round(loss.item(), 4), round(float(running.mean), 4))


if __name__ == "__main__":
    main()
