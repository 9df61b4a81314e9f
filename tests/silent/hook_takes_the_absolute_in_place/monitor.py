class Monitor:
    def __init__(self):
        self.means = []

    def see(self, grad):
        size = grad.abs_()  #~ hook-result|modified-in-place|untracked-write|untracked-change
        self.means.append(size.mean().item())
