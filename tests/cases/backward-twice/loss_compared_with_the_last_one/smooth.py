class SmoothLoss:
    """Adds a penalty on jumps from one batch to the next."""

    def __init__(self, base, weight=0.1):
        self.base, self.weight, self.last = base, weight, None

    def __call__(self, pred, target):
        loss = self.base(pred, target)
        jump = 0.0 if self.last is None else (loss - self.last).abs()
        self.last = loss  #~ backward-twice
        return loss + self.weight * jump
