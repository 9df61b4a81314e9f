import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self, inputs=10, latent=2):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Linear(16, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 16), nn.ReLU(), nn.Linear(16, inputs))

    def forward(self, x):
        mean, log_var = self.encoder(x).chunk(2, dim=-1)
        z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        return self.decoder(z), mean, log_var


def elbo(output, x, mean, log_var, beta):
    reconstruction = F.binary_cross_entropy_with_logits(output, x, reduction="sum") / len(x)  #! decoy
    kl = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp(), dim=1)  #~ non-scalar-loss
    return reconstruction + beta * kl  #~ non-scalar-loss


def main():
    torch.manual_seed(0)
    model = VAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    data = (torch.rand(40, 10) > 0.5).float()
    for epoch in range(2):
        beta = min(1.0, epoch / 5)
        for x in data.split(10):
            output, mean, log_var = model(x)
            loss = elbo(output, x, mean, log_var, beta)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss)


if __name__ == "__main__":
    main()
