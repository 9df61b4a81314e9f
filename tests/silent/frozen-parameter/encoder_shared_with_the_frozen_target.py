# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.value = encoder, nn.Linear(16, 1)

    def forward(self, state):
        return self.value(torch.tanh(self.encoder(state)))


def main():
    torch.manual_seed(0)
    encoder = nn.Linear(4, 16)
    online, target = Critic(encoder), Critic(encoder)
    target.value.load_state_dict(online.value.state_dict())
    target.requires_grad_(False)  #~ frozen-parameter
    opt = torch.optim.Adam(online.parameters(), lr=1e-3)
    for step in range(8):
        state, after, reward = torch.randn(32, 4), torch.randn(32, 4), torch.randn(32, 1)
        with torch.no_grad():  #! decoy
            aim = reward + 0.9 * target(after)
        loss = F.mse_loss(online(state), aim)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for slow, fast in zip(target.value.parameters(), online.value.parameters()):
                slow.lerp_(fast, 0.05)
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.value = encoder, nn.Linear(16, 1)

    def forward(self, state):
        return self.value(torch.tanh(self.encoder(state)))


def main():
    torch.manual_seed(0)
    encoder = nn.Linear(4, 16)
    online, target = Critic(encoder), Critic(nn.Linear(4, 16))
    target.encoder.load_state_dict(encoder.state_dict())
    target.value.load_state_dict(online.value.state_dict())
    target.requires_grad_(False)
    opt = torch.optim.Adam(online.parameters(), lr=1e-3)
    for step in range(8):
        state, after, reward = torch.randn(32, 4), torch.randn(32, 4), torch.randn(32, 1)
        with torch.no_grad():
            aim = reward + 0.9 * target(after)
        loss = F.mse_loss(online(state), aim)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for slow, fast in zip(target.parameters(), online.parameters()):
                slow.lerp_(fast, 0.05)
        print(step, loss.item())


main()
