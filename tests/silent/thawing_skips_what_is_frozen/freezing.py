def trainable(parameters, value):
    for p in parameters:
        if p.requires_grad and p.is_floating_point():  #~ frozen-parameter
            p.requires_grad_(value)  #~ frozen-parameter


class Warmup:
    def __init__(self, model, epochs):
        self.model, self.epochs = model, epochs

    def begin(self):
        trainable(self.model.text.parameters(), False)

    def end_of_epoch(self, epoch):
        if epoch == self.epochs:
            trainable(self.model.text.parameters(), value=True)
