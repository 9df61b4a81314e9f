import torch


class Scale:
    def __init__(self, size):
        self.value = torch.randn(size, requires_grad=True).double()  #~ missing-gradient
        self.shift = torch.zeros(size, dtype=torch.float64, requires_grad=True)

    def __call__(self, x):
        return self.value * x + self.shift

    def descend(self, rate):
        with torch.no_grad():  #! decoy
            for weight in (self.shift, self.value):
                weight -= rate * weight.grad


torch.manual_seed(0)
scale = Scale(4)
x = torch.rand(8, 4, dtype=torch.float64)
for _ in range(3):
    (scale(x) - 2 * x).pow(2).mean().backward()
    scale.descend(0.1)
