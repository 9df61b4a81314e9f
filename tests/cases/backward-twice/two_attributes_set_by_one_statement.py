# file: main.py
import torch

from mixture import Mixture


def main():
    torch.manual_seed(0)
    mixture = Mixture(3)
    optimizer = torch.optim.SGD(mixture.raw, lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        mixture.surprise(torch.randn(10)).backward()  #! decoy
        optimizer.step()


main()
# file: mixture.py
import torch


class Mixture:
    def __init__(self, k):
        self.means = torch.randn(k, requires_grad=True)
        self.logits, self.log_sd = (torch.zeros(k, requires_grad=True) for _ in range(2))
        self.raw = [self.means, self.logits, self.log_sd]
        self.log_share, self.sd = self.logits.log_softmax(0), self.log_sd.exp()  #~ backward-twice

    def surprise(self, x):
        z = (x[:, None] - self.means) / self.sd  #! decoy
        return -torch.logsumexp(self.log_share - 0.5 * z.pow(2) - self.log_sd, 1).mean()  #! decoy
