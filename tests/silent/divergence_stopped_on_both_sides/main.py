import torch
import torch.nn.functional as F

from rssm import StateModel


def main():
    torch.manual_seed(0)
    model = StateModel()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(6):
        obs, act = torch.randn(5, 8, 6), torch.randn(5, 8, 2)
        recon, kl = model(obs, act)
        loss = F.mse_loss(recon, obs) + 0.5 * kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), kl.item())  #! decoy


main()
