import torch
import torch.nn as nn
import torch.nn.functional as F


def contrastive(z, labels, margin=1.0):
    """Every pair is meant."""
    distance = torch.cdist(z, z)
    same = labels[:, None] == labels
    return torch.where(same, distance.square(), F.relu(margin - distance).square()).mean()


def ranking(score, grade):
    column, row = score.unsqueeze(1), score
    better = (grade.view(-1, 1) > grade).float()
    return (F.softplus(row - column) * better).mean()


def main():
    torch.manual_seed(0)
    net, score = nn.Linear(6, 4), nn.Linear(6, 1)
    optimizer = torch.optim.Adam([*net.parameters(), *score.parameters()], lr=1e-2)
    for step in range(10):
        x, labels = torch.randn(20, 6), torch.randint(0, 3, (20,))
        loss = contrastive(net(x), labels) + ranking(score(x).squeeze(1), labels)
        urgent = (labels.unsqueeze(-1) == 1).float()
        loss = loss + (urgent * score(x)).mean() + torch.maximum(score(x), urgent).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
