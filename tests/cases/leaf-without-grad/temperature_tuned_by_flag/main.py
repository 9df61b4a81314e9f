import torch

from sac.agent import Agent
from sac.config import from_overrides


def main():
    torch.manual_seed(0)
    agent = Agent(from_overrides(["entropy.tune=true", "entropy.initial=0.2"]))
    for step in range(3):
        print(step, agent.update(torch.randn(16, 4)))


if __name__ == "__main__":
    main()
