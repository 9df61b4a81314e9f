import torch


class Descent:
    def __init__(self, tensors, rate, momentum=0.5):
        self.tensors, self.rate, self.momentum = tensors, rate, momentum
        self.velocity = [torch.zeros_like(t) for t in tensors]

    def apply(self):
        for tensor, velocity in zip(self.tensors, self.velocity):
            velocity.mul_(self.momentum).add_(tensor.grad)  #! decoy
            tensor -= self.rate * velocity  #~ leaf-modified-in-place
            tensor.grad.zero_()  #! decoy
