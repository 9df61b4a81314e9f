# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    encoder, actor, critic = nn.Linear(6, 8), nn.Linear(8, 2), nn.Linear(8, 1)
    optimizer = torch.optim.Adam([*encoder.parameters(), *actor.parameters(), *critic.parameters()], lr=1e-3)
    for _ in range(6):
        x = torch.randn(16, 6)
        h = encoder(x)
        value = critic(h).squeeze(1)
        gain = x.sum(1) - value.detach()
        log_probs = actor(h.detach()).log_softmax(1)[:, 0]
        loss = F.mse_loss(value, x.sum(1)) - (log_probs * gain).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
