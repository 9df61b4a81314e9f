# file: main.py
import torch
from torch import nn
import torch.nn.functional as F

KINDS = 3


def votes(song, known, kinds):
    near = torch.softmax(-torch.cdist(song, known), dim=1)  #! decoy
    return torch.matmul(near, torch.eye(KINDS)[kinds])


def main():
    torch.manual_seed(0)
    ear = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 8))
    opt = torch.optim.Adam(ear.parameters(), lr=5e-3)
    known, kinds = torch.randn(12, 6), torch.randint(KINDS, (12,))
    for _ in range(14):
        song, heard = torch.randn(20, 6), torch.randint(KINDS, (20,))
        loss = F.cross_entropy(votes(ear(song), ear(known), kinds), heard)  #~ double-activation
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: quiet.py
import torch
from torch import nn
import torch.nn.functional as F

KINDS = 3


def main():
    torch.manual_seed(0)
    ear = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 8))
    gate = nn.Linear(8, 12)
    opt = torch.optim.Adam([*ear.parameters(), *gate.parameters()], lr=5e-3)
    known, kinds = torch.randn(12, 6), torch.randint(KINDS, (12,))
    for _ in range(14):
        song, heard = torch.randn(20, 6), torch.randint(KINDS, (20,))
        inner = ear(song)
        near = torch.softmax(-torch.cdist(inner, ear(known)), dim=1)
        votes = near @ torch.eye(KINDS)[kinds]
        loss = F.nll_loss((votes + 1e-6).log(), heard)
        # Sums of gates are no probabilities, nor are votes that are scaled, nor shares of each bird over all songs.
        loss = loss + F.cross_entropy(torch.sigmoid(gate(inner)) @ F.one_hot(kinds, KINDS).float(), heard)
        loss = loss + F.cross_entropy(8.0 * votes, heard)
        loss = loss + F.cross_entropy(torch.softmax(gate(inner), dim=0) @ F.one_hot(kinds, KINDS).float(), heard)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
