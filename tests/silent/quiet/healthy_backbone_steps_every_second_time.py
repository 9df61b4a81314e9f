# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    embed, decoder = nn.Linear(5, 8), nn.Linear(8, 2)
    often, seldom = torch.optim.SGD(embed.parameters(), lr=0.05), torch.optim.SGD(decoder.parameters(), lr=0.05)
    for step in range(8):
        x = torch.randn(12, 5)
        loss = F.cross_entropy(decoder(embed(x).relu()), (x[:, 0] > 0).long())
        loss.backward()
        often.step()
        often.zero_grad()
        if step % 2:
            seldom.step()
            seldom.zero_grad()
    print(loss.item())


main()
