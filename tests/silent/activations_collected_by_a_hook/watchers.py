import torch


class ActivationWatcher:
    def __init__(self, net):
        self.kept, self.last = [], None
        net[0].register_forward_hook(self.keep)

    def keep(self, module, args, out):
        self.last = out.detach()  #! decoy
        self.kept.append(out)  #~ growing-graph

    def summary(self):
        with torch.no_grad():  #! decoy
            return torch.stack([k.abs().mean() for k in self.kept]).mean().item()
