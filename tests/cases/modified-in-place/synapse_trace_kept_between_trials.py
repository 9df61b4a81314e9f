# file: main.py
import torch

from plastic import FastWeights


def trials(count, size):
    generator = torch.Generator().manual_seed(5)
    for _ in range(count):
        cue = torch.randn(4, size, generator=generator)
        yield cue, cue.roll(1, dims=1)


def learn(network, optimizer, cue, answer):
    optimizer.zero_grad(set_to_none=True)
    error = (network.recall(cue) - answer).square().mean()
    error.backward(retain_graph=True)  #! decoy
    optimizer.step()  #! decoy
    return error.item()


torch.manual_seed(0)
network = FastWeights(6)
optimizer = torch.optim.RMSprop([network.slow, network.rate], lr=1e-2)
for cue, answer in trials(6, 6):
    print(learn(network, optimizer, cue, answer))
# file: plastic.py
import torch


class FastWeights:
    """A layer whose connections change with what passes through them."""

    def __init__(self, size):
        self.slow = (torch.randn(size, size) / size).requires_grad_()
        self.rate = torch.full((size, size), 0.1, requires_grad=True)
        self.trace = torch.zeros(size, size)

    def recall(self, cue):
        answer = torch.tanh(cue @ (self.slow + self.rate * self.trace))
        self.remember(cue, answer)
        return answer

    def remember(self, cue, answer):
        seen = torch.einsum("bi,bj->ij", cue, answer) / len(cue)
        self.trace, self.seen = 0.9 * self.trace + 0.1 * seen, len(cue)  #~ modified-in-place
