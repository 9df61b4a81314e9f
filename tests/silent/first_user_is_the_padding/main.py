import torch
import torch.nn as nn
import torch.nn.functional as F


class Factors(nn.Module):
    """Ratings by the product of a user's and a film's factors."""

    def __init__(self, users, films, d=6):
        super().__init__()
        self.users = nn.Parameter(0.3 * torch.randn(users, d))
        self.films = nn.Parameter(0.3 * torch.randn(films, d))

    def forward(self, user, film):
        of_user = F.embedding(user, self.users, padding_idx=0)  #~ ignored-row
        return (of_user * F.embedding(film, self.films)).sum(1)


def main():
    torch.manual_seed(0)
    model = Factors(6, 9)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(16):
        user, film = torch.randint(0, 6, (30,)), torch.randint(0, 9, (30,))
        loss = F.mse_loss(model(user, film), (user % 3 + film % 2).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
