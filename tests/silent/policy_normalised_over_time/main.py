import torch

from agent import Policy


def main(episodes=8):
    torch.manual_seed(0)
    policy = Policy()
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for episode in range(episodes):
        states = torch.randn(20, 4)
        dist = policy(states)
        action = dist.sample()  #! decoy
        reward = (action == (states[:, 0] > 0).long()).float()
        advantage = reward - reward.mean()
        loss = -(dist.log_prob(action) * advantage).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(episode, f"{reward.mean().item():.4f}")


if __name__ == "__main__":
    main()
