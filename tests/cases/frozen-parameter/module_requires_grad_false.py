import torch
import torch.nn as nn


def mlp(*sizes):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class Distiller(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = mlp(5, 20, 3)
        self.student = mlp(5, 6, 3)
        self.requires_grad_(False)  #~ frozen-parameter

    def forward(self, x):
        with torch.no_grad():  #! decoy
            soft = self.teacher(x).softmax(dim=-1)
        return self.student(x).log_softmax(dim=-1), soft


def main():
    torch.manual_seed(0)
    distiller = Distiller()
    optimizer = torch.optim.Adam(distiller.student.parameters(), lr=1e-3)
    kl = nn.KLDivLoss(reduction="batchmean")
    for step in range(3):
        logp, soft = distiller(torch.randn(14, 5))
        loss = kl(logp, soft.detach())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
