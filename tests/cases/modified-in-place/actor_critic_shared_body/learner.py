import torch


class Learner:
    def __init__(self, agent, gamma=0.9):
        self.agent, self.gamma = agent, gamma
        body = list(agent.body.parameters())
        self.actor_opt = torch.optim.Adam(body + list(agent.policy.parameters()), lr=1e-3)
        self.critic_opt = torch.optim.Adam(body + list(agent.value.parameters()), lr=1e-3)

    def returns(self, rewards):
        out = torch.zeros_like(rewards)
        running = torch.zeros(rewards.size(1))
        for t in reversed(range(rewards.size(0))):
            running = rewards[t] + self.gamma * running
            out[t] = running  #! decoy
        return out.flatten()

    def update(self, obs, actions, rewards):
        dist, value = self.agent(obs)
        target = self.returns(rewards)
        advantage = target - value
        actor_loss = -(dist.log_prob(actions) * advantage.detach()).mean()
        critic_loss = advantage.pow(2).mean()

        self.actor_opt.zero_grad()
        actor_loss.backward(retain_graph=True)  #! decoy
        self.actor_opt.step()  #~ modified-in-place

        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()  #! decoy
        return actor_loss.item(), critic_loss.item()
