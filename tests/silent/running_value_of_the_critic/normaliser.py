class RunningMean:
    def __init__(self):
        self.mean, self.count = 0.0, 0

    def see(self, values):
        self.count += 1
        self.mean = self.mean + (values.mean() - self.mean) / self.count  #~ growing-graph
