import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal


class MDN(nn.Module):
    def __init__(self, k=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(1, 16), nn.Tanh())
        self.pi, self.mu, self.log_sigma = nn.Linear(16, k), nn.Linear(16, k), nn.Linear(16, k)

    def forward(self, x):
        h = self.body(x)
        return Categorical(logits=self.pi(h)), Normal(self.mu(h), self.log_sigma(h).clamp(-5, 5).exp())


def mixture_nll(pi, normal, y):
    index = pi.sample().unsqueeze(1)  #~ sampled-value
    return -normal.log_prob(y).gather(1, index).mean()


@torch.no_grad()  #! decoy
def draw(model, x):
    pi, normal = model(x)
    return normal.sample().gather(1, pi.sample().unsqueeze(1)).mean().item()  #! decoy


def main():
    torch.manual_seed(0)
    model = MDN()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.rand(60, 1) * 2 - 1
    y = torch.where(torch.rand(60, 1) > 0.5, x, -x)
    for epoch in range(6):
        loss = mixture_nll(*model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), draw(model, x))


main()
