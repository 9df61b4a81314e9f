class Ema:
    def __init__(self, net, decay=0.9):
        self.decay = decay
        self.shadow = {n: p.data for n, p in net.named_parameters()}  #~ shared-memory|untracked-write|untracked-change

    def update(self, net):
        for n, p in net.named_parameters():
            self.shadow[n].mul_(self.decay).add_((1 - self.decay) * p.data)  #~ shared-memory|untracked-write|untracked-change
