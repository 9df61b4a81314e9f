import torch

from policy import Policy, play


def main():
    torch.manual_seed(2)
    policy = Policy(3, 2)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    baseline = 0.0
    for episode in range(3):
        log_probs, rewards = play(policy, steps=8)
        returns = torch.FloatTensor(rewards).flip(0).cumsum(0).flip(0)  #! decoy
        baseline = 0.9 * baseline + 0.1 * returns.mean().item()
        log_probs = torch.FloatTensor(log_probs)  #~ rebuilt-tensor
        loss = -(log_probs * (returns - baseline)).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(episode, sum(rewards))


if __name__ == "__main__":
    main()
