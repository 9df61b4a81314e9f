# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    body, head = nn.Linear(6, 12), nn.Linear(12, 2)
    last = head.parameters()
    for stage in range(2):
        optimizer = torch.optim.SGD([{"params": last}, {"params": body.parameters()}], lr=0.1)
        for _ in range(10):
            x = torch.randn(16, 6)
            loss = F.cross_entropy(head(torch.relu(body(x))), (x[:, 0] > 0).long())
            body.zero_grad()
            head.zero_grad()
            loss.backward()
            optimizer.step()
            for parameter in head.parameters() if stage else ():
                parameter.data.sub_(0.1 * parameter.grad.sign() * parameter.grad.abs().clamp(max=0.1))
        print(stage, loss.item())


main()
