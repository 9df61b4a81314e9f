import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 6, 3, padding=1)
        self.head = nn.Linear(6, 4)

    def forward(self, x):
        return self.head(F.relu(self.conv(x)).mean((2, 3)))


def preprocess(image):
    image = (image - image.mean()) / image.std()
    return image.detach().requires_grad_()  #! decoy


def saliency(net, image):
    image = preprocess(image)
    image = image.unsqueeze(0)  #~ missing-gradient|non-leaf-parameter|gradient-not-retained
    score = net(image).max()
    score.backward()
    return image.grad.abs().amax(1)[0]  #~ gradient-not-retained


def main():
    torch.manual_seed(0)
    net = Net().eval()
    for _ in range(2):
        heat = saliency(net, torch.rand(3, 8, 8))
        print(heat.shape, heat.max().item())


main()
