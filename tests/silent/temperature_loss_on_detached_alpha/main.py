import torch

from sac import Actor, Critic, Temperature


def main():
    torch.manual_seed(0)
    actor, critic, temperature = Actor(), Critic(), Temperature(target=-1.0)
    opt = torch.optim.Adam([*actor.parameters(), *temperature.parameters()], lr=1e-3)
    opt_q = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(6):
        obs = torch.randn(32, 3)
        reward = -obs.pow(2).sum(1, keepdim=True)
        with torch.no_grad():  #! decoy
            a, logp = actor(obs)
            target = reward + 0.9 * (critic(obs, a) - temperature.value() * logp)
        q_loss = (critic(obs, a) - target).pow(2).mean()
        opt_q.zero_grad()
        q_loss.backward()
        opt_q.step()
        a, logp = actor(obs)
        pi_loss = (temperature.value().detach() * logp - critic(obs, a)).mean()  #! decoy
        loss = pi_loss + temperature.loss(logp)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, q_loss.item(), temperature.value().item())  #! decoy


main()
