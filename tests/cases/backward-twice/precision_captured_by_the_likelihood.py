# file: main.py
import torch

from noise import likelihood


def main():
    torch.manual_seed(0)
    net = torch.nn.Linear(5, 1)
    log_sigma = torch.zeros(1, requires_grad=True)
    nll = likelihood(log_sigma)
    optimizer = torch.optim.SGD([*net.parameters(), log_sigma], lr=0.1)
    for _ in range(4):
        x, y = torch.randn(6, 5), torch.randn(6, 1)
        loss = nll(net(x), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


main()
# file: noise.py
def likelihood(log_sigma):
    precision = (-2 * log_sigma).exp()  #~ backward-twice

    def nll(prediction, target):
        return (precision * (prediction - target).pow(2) + log_sigma).mean()  #! decoy

    return nll
