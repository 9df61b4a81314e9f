import torch
import torch.nn.functional as F

from model import Model


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    history = []
    for step in range(4):
        x, y = torch.randn(10, 9), torch.randint(0, 4, (10,))
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        history.append(loss.detach())  #! decoy
    print(torch.stack(history))


if __name__ == "__main__":
    main()
