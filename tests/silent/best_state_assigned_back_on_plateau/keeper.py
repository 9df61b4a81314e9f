import copy


class BestKeeper:
    def __init__(self, net, patience=1):
        self.net, self.patience = net, patience
        self.best, self.bad, self.state = float("inf"), 0, None

    def seen(self, value):
        if value < self.best:
            self.best, self.bad = value, 0
            self.state = copy.deepcopy(self.net.state_dict())  #! decoy
            return
        self.bad += 1
        if self.bad > self.patience:
            self.net.load_state_dict(copy.deepcopy(self.state), assign=True)  #~ stale-optimizer
            self.bad = 0
