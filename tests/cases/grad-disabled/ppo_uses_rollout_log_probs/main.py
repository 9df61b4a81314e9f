import torch

from ppo.buffer import collect
from ppo.policy import GaussianPolicy


def surrogate(new, old, advantage, clip=0.2):
    ratio = (new - old).exp()
    return -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()


def main():
    torch.manual_seed(0)
    policy = GaussianPolicy(3, 1)
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
    for iteration in range(2):
        batch = collect(policy, steps=20)
        advantage = batch["reward"] - batch["reward"].mean()
        advantage = advantage / (advantage.std() + 1e-8)
        old = batch["log_prob"].detach()  #! decoy
        new = batch["log_prob"]
        loss = surrogate(new, old, advantage)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(iteration, loss.item(), batch["reward"].mean().item())


if __name__ == "__main__":
    main()
