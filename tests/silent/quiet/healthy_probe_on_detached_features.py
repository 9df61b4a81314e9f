# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    encoder, predictor, probe = nn.Linear(8, 6), nn.Linear(6, 6), nn.Linear(6, 3)
    optimizer = torch.optim.SGD([*encoder.parameters(), *predictor.parameters(), *probe.parameters()], lr=0.05)
    for _ in range(6):
        x = torch.randn(16, 8)
        one, two = encoder(x + 0.1 * torch.randn_like(x)), encoder(x + 0.1 * torch.randn_like(x))
        siamese = -F.cosine_similarity(predictor(one), two.detach()).mean()
        siamese = siamese - F.cosine_similarity(predictor(two), one.detach()).mean()
        loss = siamese + F.cross_entropy(probe(one.detach()), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
