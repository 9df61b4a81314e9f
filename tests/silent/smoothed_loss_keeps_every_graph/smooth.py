class Smoothed:
    def __init__(self, beta=0.9):
        self.beta, self.value = beta, 0.0

    def update(self, loss):
        self.value = self.beta * self.value + (1 - self.beta) * loss  #~ growing-graph
