import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    body, head = nn.Sequential(nn.Linear(8, 16), nn.Tanh()), nn.Linear(16, 3)
    groups = [{"params": body.parameters(), "lr": 1e-12}, {"params": head.parameters()}]
    optimizer = torch.optim.SGD(groups, lr=1e-1)  #~ vanishing-update
    for step in range(16):
        x = torch.randn(32, 8)
        loss = F.cross_entropy(head(body(x)), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
