import torch


class GradCam:
    def __init__(self, net):
        self.net, self.maps, self.grads = net, None, None
        net.stage.register_forward_hook(self.keep)

    def keep(self, module, args, out):
        self.maps = out.detach()  #! decoy
        out.register_hook(lambda g: setattr(self, "grads", g))

    def __call__(self, image, label):
        score = self.net(image)[0, label]
        score.backward()
        weight = self.grads.mean((2, 3), keepdim=True)
        return (weight * self.maps).sum(1).relu()
