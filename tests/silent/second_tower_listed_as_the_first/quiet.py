import torch
import torch.nn as nn
import torch.nn.functional as F

# Adam first, L-BFGS to finish, on the same parameters; the features come from a network that stays as it is.


def main():
    torch.manual_seed(3)
    features = nn.Sequential(nn.Linear(2, 32), nn.Tanh())
    for p in features.parameters():
        p.requires_grad_(False)
    net = nn.Sequential(nn.Linear(32, 16), nn.Tanh(), nn.Linear(16, 1))
    x = torch.rand(64, 2)
    y = torch.sin(3 * x[:, :1]) * x[:, 1:]
    adam = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(20):
        adam.zero_grad()
        F.mse_loss(net(features(x)), y).backward()
        adam.step()
    lbfgs = torch.optim.LBFGS(net.parameters(), lr=0.5, max_iter=5)

    def closure():
        lbfgs.zero_grad()
        loss = F.mse_loss(net(features(x)), y)
        loss.backward()
        return loss

    for _ in range(5):
        print(lbfgs.step(closure).item())


main()
