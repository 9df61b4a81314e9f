import torch
import torch.nn.functional as F

from widen import Widening


class Plateau:
    def __init__(self, patience=2):
        self.best, self.bad, self.patience = float("inf"), 0, patience

    def reached(self, loss):
        if loss < 0.8 * self.best:
            self.best, self.bad = loss, 0
        else:
            self.bad += 1
        return self.bad >= self.patience


def main():
    torch.manual_seed(0)
    model, plateau = Widening(5, 8, 1), Plateau()
    x = torch.randn(32, 5)
    y = x.prod(1, keepdim=True)
    for step in range(6):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        loss = F.mse_loss(model(x), y)
        if plateau.reached(loss.item()):  #! decoy
            model.widen(4)
            plateau = Plateau()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, len(model.b1), loss.item())


if __name__ == "__main__":
    main()
