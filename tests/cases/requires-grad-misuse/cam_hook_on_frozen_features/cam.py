import torch.nn.functional as F


class GradCam:
    def __init__(self, net, layer):
        self.net = net
        layer.register_forward_hook(self.keep)

    def keep(self, module, args, out):
        self.activation = out.detach()  #! decoy
        out.register_hook(self.keep_gradient)  #~ requires-grad-misuse|hook-registration

    def keep_gradient(self, grad):
        self.gradient = grad

    def __call__(self, image):
        logits = self.net(image)
        logits[0, logits.argmax()].backward()
        weights = self.gradient.mean((2, 3), keepdim=True)
        return F.relu((weights * self.activation).sum(1))
