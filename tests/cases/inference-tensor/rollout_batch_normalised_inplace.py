import torch
import torch.nn as nn


class QNet(nn.Module):
    def __init__(self, obs=4, actions=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 16), nn.ReLU(inplace=True), nn.Linear(16, actions))  #! decoy

    def forward(self, obs):
        return self.net(obs)


class Replay:
    def __init__(self):
        self.rows = []

    def add(self, obs, action, target):
        self.rows.append((obs, action, target))

    def batch(self):
        obs, actions, targets = (torch.stack(column) for column in zip(*self.rows))
        targets -= targets.mean()  #! decoy
        return obs, actions, targets


def play(net, replay, steps=10):
    obs = torch.randn(4)
    with torch.inference_mode():  #~ inference-tensor
        for _ in range(steps):
            values = net(obs)
            action = values.argmax()
            after = obs.roll(1) + 0.1 * torch.randn(4)
            target = after[0] + 0.9 * net(after).max()
            replay.add(obs, action, target)  #~ inference-tensor
            obs = after


def main():
    torch.manual_seed(0)
    net, replay = QNet(), Replay()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for episode in range(3):
        play(net, replay)
        weights = replay.rows[-1][0]
        obs, actions, targets = replay.batch()
        chosen = net(obs).gather(1, actions[:, None]).squeeze(1)
        bonus = (net.net[0].weight @ weights).pow(2).mean()  #~ inference-tensor
        loss = nn.functional.mse_loss(chosen, targets) + 1e-3 * bonus
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(episode, loss.item())


if __name__ == "__main__":
    main()
