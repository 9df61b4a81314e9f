import torch
import torch.nn.functional as F

from vq import Auto, Quantiser, sg


class Right(Quantiser):
    def forward(self, z):
        q = self.book(torch.cdist(sg(z), sg(self.book.weight)).argmin(1))
        loss = F.mse_loss(q, sg(z)) + 0.25 * F.mse_loss(z, sg(q))
        return z + sg(q - z), loss


torch.manual_seed(0)
net = Auto()
net.vq = Right()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(6):
    x = torch.randn(24, 8)
    rec, vq = net(x)
    loss = F.mse_loss(rec, x) + vq
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
