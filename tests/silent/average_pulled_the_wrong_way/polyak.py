import copy

import torch


class Polyak:
    def __init__(self, module, keep):
        self.module, self.keep = module, keep
        self.average = copy.deepcopy(module).requires_grad_(False)  #! decoy

    def update(self):
        with torch.no_grad():
            for p, a in zip(self.module.parameters(), self.average.parameters()):
                p.lerp_(a, self.keep)  #~ update-undone|untracked-write
