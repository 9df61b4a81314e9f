import torch

from pairs import PairLoss


def main():
    torch.manual_seed(0)
    net = torch.nn.Linear(5, 4)
    criterion = PairLoss(margin=1.0)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(6):
        labels = torch.arange(4) if step == 4 else torch.tensor([0, 0, 1, 1])  #! decoy
        loss, logs = criterion(net(torch.randn(4, 5)), labels)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, logs)


if __name__ == "__main__":
    main()
