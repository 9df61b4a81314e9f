import torch
import torch.nn as nn


def size_of(module):
    return sum(p.abs().sum() for p in module.parameters())


def main():
    torch.manual_seed(0)
    body, head = nn.Linear(8, 8), nn.Linear(8, 2)
    for_body = torch.optim.SGD(body.parameters(), lr=0.01)
    for_head = torch.optim.SGD(head.parameters(), lr=0.1)  #~ unstepped-term
    for number in range(24):
        x, y = torch.randn(16, 8), torch.randn(16, 2)
        error = (head(body(x).tanh()) - y).pow(2).mean()
        if number % 2:
            for_head.zero_grad()
            for_body.zero_grad()
            (error + 1e-3 * size_of(body)).backward()
            for_head.step()
        else:
            for_head.zero_grad()
            for_body.zero_grad()
            error.backward()
            for_body.step()


if __name__ == "__main__":
    main()
