import torch


@torch.no_grad()  #~ grad-disabled
def collect(policy, steps):
    """Plays, and keeps what the update needs."""
    rows = {"obs": [], "action": [], "log_prob": [], "reward": []}
    obs = torch.zeros(3)
    for _ in range(steps):
        dist = policy(obs)
        action = dist.sample()  #! decoy
        rows["obs"].append(obs)
        rows["action"].append(action)
        rows["log_prob"].append(dist.log_prob(action).sum())
        rows["reward"].append(-(action - obs.sum()).pow(2).sum())
        obs = torch.randn(3)
    return {name: torch.stack(values) for name, values in rows.items()}
