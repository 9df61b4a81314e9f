import torch
import torch.nn as nn
from torch.autograd import Variable


class AgeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(10, 16), nn.ReLU())
        self.age = nn.Linear(16, 1)

    def forward(self, x):
        return self.age(self.features(x)).squeeze(1)


def to_variable(batch, kind=torch.FloatTensor):
    return Variable(batch.type(kind))


def loss_fn(pred, label):
    pred = pred.type(torch.LongTensor)  #~ no-derivative
    diff = (pred - label).float()
    return torch.mean(diff ** 2)


def main():
    torch.manual_seed(0)
    net = AgeNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-3)
    for step in range(3):
        x = to_variable(torch.rand(8, 10))
        label = to_variable(torch.rand(8) * 80, torch.LongTensor)  #! decoy
        out = net(x)
        loss = loss_fn(out, label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.data.item(), out.data.numpy()[:2])  #! decoy


if __name__ == "__main__":
    main()
