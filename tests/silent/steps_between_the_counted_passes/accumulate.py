class Accumulator:
    def __init__(self, optimizer, every):
        self.optimizer, self.every, self.count = optimizer, every, 0

    def backward(self, loss):
        loss = loss / self.every  #~ unscaled-accumulation
        loss.backward()
        self.count += 1
        if self.count % self.every != 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
