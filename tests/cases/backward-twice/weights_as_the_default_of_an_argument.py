import torch

raw = torch.zeros(3, requires_grad=True)
net = torch.nn.Linear(5, 3)


def criterion(prediction, target, weight=raw.exp()):  #~ backward-twice
    return (weight * (prediction - target).pow(2)).mean()  #! decoy


def main():
    torch.manual_seed(0)
    optimizer = torch.optim.SGD([*net.parameters(), raw], lr=0.1)
    for _ in range(4):
        loss = criterion(net(torch.randn(6, 5)), torch.randn(6, 3))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


main()
