import torch
import torch.nn as nn

from agent import Actor


def main(steps=8):
    """A soft actor: the draw goes into a critic too."""
    torch.manual_seed(0)
    actor = Actor()
    critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1)).requires_grad_(False)
    opt = torch.optim.Adam(actor.parameters(), lr=1e-2)
    for step in range(steps):
        obs = torch.randn(32, 4)
        action, log_prob = actor.act(obs)
        loss = (0.2 * log_prob - critic(torch.cat([obs, action], 1)).squeeze(1)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
