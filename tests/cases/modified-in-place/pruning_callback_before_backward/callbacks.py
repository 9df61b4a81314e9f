import torch


class Callback:
    def on_loss(self, model, loss, step):
        pass

    def on_epoch(self, model, epoch):
        pass


class RunningLoss(Callback):
    def __init__(self):
        self.total = torch.zeros(())

    def on_loss(self, model, loss, step):
        self.total += loss.detach()  #! decoy

    def on_epoch(self, model, epoch):
        print(epoch, self.total.item())
        self.total.zero_()  #! decoy


class MagnitudePruning(Callback):
    """Zeroes the smallest weights of every matrix now and then."""

    def __init__(self, share, every):
        self.share, self.every = share, every

    @torch.no_grad()
    def on_loss(self, model, loss, step):
        if (step + 1) % self.every:
            return
        for name, weight in model.named_parameters():
            if weight.dim() < 2:
                continue
            cut = weight.abs().flatten().quantile(self.share)
            weight.masked_fill_(weight.abs() <= cut, 0.0)  #~ modified-in-place
