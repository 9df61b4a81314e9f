class Norms:
    def __init__(self):
        self.values = []

    def add(self, net):
        total = 0.0
        for p in net.parameters():
            total += p.grad.square_().sum().item()  #~ hook-result
        self.values.append(total**0.5)
