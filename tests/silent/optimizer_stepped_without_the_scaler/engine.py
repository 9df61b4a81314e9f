import torch
import torch.nn.functional as F


class Engine:
    def __init__(self, model, lr=0.01):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=256.0)

    def train(self, x, y):
        self.opt.zero_grad(set_to_none=True)  #! decoy
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.cross_entropy(self.model(x).float(), y)
        self.scaler.scale(loss).backward()  #! decoy
        self.opt.step()  #~ scaler-order
        return loss.item()
