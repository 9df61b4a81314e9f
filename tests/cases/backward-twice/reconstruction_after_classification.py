# file: main.py
import torch
import torch.nn as nn

from steps import classify, reconstruct


def main():
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(9, 16), nn.ReLU(inplace=True), nn.Linear(16, 5))
    head, decoder = nn.Linear(5, 3), nn.Sequential(nn.Linear(5, 16), nn.ReLU(inplace=True), nn.Linear(16, 9))  #! decoy
    modules = nn.ModuleList([encoder, head, decoder])
    optimizer = torch.optim.Adam(modules.parameters(), lr=1e-3)
    for step in range(3):
        x, labels = torch.randn(8, 9), torch.randint(0, 3, (8,))
        optimizer.zero_grad()
        code = encoder(x)
        named = classify(head, code, labels)  #~ backward-twice
        rebuilt = reconstruct(decoder, code, x)  #~ backward-twice
        optimizer.step()
        print(step, named, rebuilt)


if __name__ == "__main__":
    main()
# file: steps.py
import torch.nn.functional as F


def classify(head, code, labels):
    loss = F.cross_entropy(head(code), labels)
    loss.backward()  #~ backward-twice
    return loss.item()


def reconstruct(decoder, code, x):
    loss = F.mse_loss(decoder(code), x)
    loss.backward()  #~ backward-twice
    return loss.item()
