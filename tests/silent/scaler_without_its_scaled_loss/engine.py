import torch


class Engine:
    def __init__(self, model, rate=0.05):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=2.0**14)

    def update(self, loss):
        scaled = self.scaler.scale(loss)
        self.optimizer.zero_grad()
        loss.backward()  #~ scaler-order
        self.scaler.unscale_(self.optimizer)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  #! decoy
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return scaled.item() / self.scaler.get_scale()  #! decoy
