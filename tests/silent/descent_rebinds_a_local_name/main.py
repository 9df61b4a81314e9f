import torch

from policy import init_policy, surrogate
from update import descend


def main(iterations=10):
    torch.manual_seed(0)
    params = init_policy()
    for it in range(iterations):
        obs = torch.randn(64, 4)
        action = torch.randint(0, 3, (64,))
        reward = (action == obs[:, :3].argmax(1)).float()
        loss = surrogate(params, obs, action, reward - reward.mean())
        loss.backward()
        with torch.no_grad():  #! decoy
            norm = sum(p.grad.norm() ** 2 for p in params.values()).sqrt()
            descend(params)
        print(it, round(loss.item(), 4), round(norm.item(), 4))


if __name__ == "__main__":
    main()
