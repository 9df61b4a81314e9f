# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Laplace


class Pricing(nn.Module):
    """Quotes a price for each room, and tries others around it."""

    def __init__(self):
        super().__init__()
        self.season = nn.Embedding(4, 8)
        self.price = nn.Linear(8, 1)
        self.spread = nn.Parameter(torch.tensor([0.3]))

    def quotes(self, season):
        price = self.price(torch.tanh(self.season(season)))
        return Laplace(price, self.spread.abs().view(1, 1).expand_as(price))


def income(season, quote):
    asked = 1 + 0.5 * season[:, None]
    return quote * (quote < asked)


def main():
    torch.manual_seed(0)
    pricing = Pricing()
    optimizer = torch.optim.SGD(pricing.parameters(), lr=0.05)
    for day in range(8):
        season = torch.randint(0, 4, (96,))
        quotes = pricing.quotes(season)
        quote = quotes.rsample()  #~ cancelled-gradient
        earned = income(season, quote.detach())  #! decoy
        gain = quotes.log_prob(quote) * (earned - earned.mean())  #~ cancelled-gradient
        optimizer.zero_grad()
        gain.mean().neg().backward()
        optimizer.step()
        print(day, earned.mean().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Laplace


class Pricing(nn.Module):
    """Quotes a price for each room, and tries others around it."""

    def __init__(self):
        super().__init__()
        self.season = nn.Embedding(4, 8)
        self.price = nn.Linear(8, 1)
        self.spread = nn.Parameter(torch.tensor([0.3]))

    def quotes(self, season):
        price = self.price(torch.tanh(self.season(season)))
        return Laplace(price, self.spread.abs().view(1, 1).expand_as(price))


def income(season, quote):
    asked = 1 + 0.5 * season[:, None]
    return quote * (quote < asked)


def main():
    torch.manual_seed(0)
    pricing = Pricing()
    optimizer = torch.optim.SGD(pricing.parameters(), lr=0.05)
    for day in range(8):
        season = torch.randint(0, 4, (96,))
        quotes = pricing.quotes(season)
        quote = quotes.sample()
        earned = income(season, quote)
        gain = quotes.log_prob(quote) * (earned - earned.mean())
        optimizer.zero_grad()
        gain.mean().neg().backward()
        optimizer.step()
        print(day, earned.mean().item())


main()
