import torch


class GuidedBackprop:
    def __init__(self, net):
        self.net, self.gradients = net, None
        first = next(iter(net.children()))  #~ hook-registration
        first.register_full_backward_hook(self.keep)  #~ hook-registration

    def keep(self, module, grad_in, grad_out):
        self.gradients = grad_in[0]

    def __call__(self, image, label):
        out = self.net(image)
        self.net.zero_grad()
        out[0, label].backward()
        return self.gradients.data.numpy()[0]
