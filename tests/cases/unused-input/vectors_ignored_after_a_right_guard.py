import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(9, 4), nn.Linear(4, 2)

    def forward(self, ids, vectors=None):
        if vectors is None:
            vectors = self.table(ids)
        return self.scores(ids, vectors)

    def scores(self, ids, vectors):
        return self.head(self.table(ids).mean(1))  #~ unused-input


def main():
    torch.manual_seed(0)
    net, ids = Net(), torch.randint(0, 9, (5, 3))
    vectors = net.table(ids).detach().requires_grad_()
    out = net(ids, vectors=vectors)
    print(torch.autograd.grad(out.sum(), vectors))


main()
