import torch


class Line:
    def __init__(self):
        self.slope = torch.zeros(1, requires_grad=True)
        self.offset = torch.zeros(1, requires_grad=True)

    def weights(self):
        return self.slope, self.offset

    def loss(self, x, y):
        return (self.slope * x + self.offset - y).pow(2).mean()


def fit(line, x, y, steps=5, rate=0.1):
    for _ in range(steps):
        for weight in line.weights():
            weight.grad.zero_()  #~ missing-gradient
        line.loss(x, y).backward()
        with torch.no_grad():  #! decoy
            for weight in line.weights():
                weight -= rate * weight.grad


torch.manual_seed(0)
x = torch.rand(20)
fit(Line(), x, 3 * x - 1)
