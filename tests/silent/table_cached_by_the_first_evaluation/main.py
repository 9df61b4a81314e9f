import torch
import torch.nn.functional as F

from recommender import Recommender


def evaluate(model, users, items):
    model.eval()
    with torch.no_grad():  #! decoy
        hits = (model(users).argmax(1) == items).float().mean().item()
    model.train()
    return hits


def main():
    torch.manual_seed(0)
    model = Recommender(users=20, items=15)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    users, items = torch.randint(0, 20, (64,)), torch.randint(0, 15, (64,))
    for epoch in range(5):
        for b in torch.randperm(64).split(16):
            loss = F.cross_entropy(model(users[b]), items[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item(), evaluate(model, users, items))  #! decoy


main()
