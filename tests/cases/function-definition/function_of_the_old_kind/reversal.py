from torch.autograd import Function


class GradReverse(Function):
    def __init__(self, strength):
        self.strength = strength

    def forward(self, x):  #~ function-definition
        return x.view_as(x)

    def backward(self, grad):
        return -self.strength * grad
