import torch


class SAM:
    def __init__(self, net, opt, rho=0.05):
        self.net, self.opt, self.rho = net, opt, rho

    @torch.no_grad()  #~ grad-disabled
    def step(self, closure):
        loss = closure()
        loss.backward()
        norm = torch.stack([p.grad.norm() for p in self.net.parameters()]).norm()
        moves = [p.grad * self.rho / (norm + 1e-12) for p in self.net.parameters()]
        for p, m in zip(self.net.parameters(), moves):
            p.add_(m)
        self.opt.zero_grad()
        with torch.enable_grad():
            closure().backward()
        for p, m in zip(self.net.parameters(), moves):
            p.sub_(m)
        self.opt.step()
        return loss.item()
