class Meter:
    def __init__(self):
        self.total, self.n = 0.0, 0

    def update(self, value):
        self.total, self.n = self.total + value, self.n + 1

    @property
    def average(self):
        return self.total / max(self.n, 1)


def train_epoch(model, criterion, optimizer, data):
    meters = {"precision": Meter(), "pos": Meter(), "neg": Meter()}
    for x, labels in data:
        loss, precision, pos, neg = criterion(model(x), labels)  #~ left-torch
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for name, value in (("precision", precision), ("pos", pos), ("neg", neg)):
            meters[name].update(value)
    return {name: meter.average for name, meter in meters.items()}
