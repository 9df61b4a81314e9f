import torch


class Orthogonal:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, net):
        w = net[0].weight
        gram = w @ w.T
        far = (gram - torch.eye(len(gram))).pow(2).mean().item()  #~ left-torch
        return self.weight * far
