import torch

from agent import Actor


def environment(obs, action):
    with torch.no_grad():  #! decoy
        return -(action - obs[:, :2]).square().sum(1)


def main(steps=8):
    torch.manual_seed(0)
    actor = Actor()
    opt = torch.optim.Adam(actor.parameters(), lr=1e-2)
    for step in range(steps):
        obs = torch.randn(32, 4)
        action, log_prob = actor.act(obs)
        reward = environment(obs, action)
        loss = -(log_prob * (reward - reward.mean())).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{reward.mean().item():.4f}")


if __name__ == "__main__":
    main()
