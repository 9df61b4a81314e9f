"""Every loss of torch on healthy inputs, one after the other."""

import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(16, 6), torch.randint(0, 4, (16,))
ones = torch.randint(0, 2, (16, 4)).float()
signs = ones[:, 0] * 2 - 1
losses = {
    "mse": lambda o: nn.MSELoss()(o, x[:, :4]), "l1": lambda o: nn.L1Loss()(o, x[:, :4]),
    "smooth": lambda o: nn.SmoothL1Loss()(o, x[:, :4]), "huber": lambda o: nn.HuberLoss()(o, x[:, :4]),
    "cross": lambda o: nn.CrossEntropyLoss(label_smoothing=0.1)(o, y),
    "nll": lambda o: nn.NLLLoss()(o.log_softmax(1), y),
    "bce": lambda o: nn.BCEWithLogitsLoss()(o, ones), "kl": lambda o: nn.KLDivLoss(reduction="batchmean")(
        o.log_softmax(1), x[:, :4].softmax(1)),
    "poisson": lambda o: nn.PoissonNLLLoss()(o, ones), "gaussian": lambda o: nn.GaussianNLLLoss()(
        o[:, :2], x[:, :2], nn.functional.softplus(o[:, 2:])),
    "margin": lambda o: nn.MultiMarginLoss()(o, y), "soft margin": lambda o: nn.SoftMarginLoss()(o[:, 0], signs),
    "multilabel": lambda o: nn.MultiLabelSoftMarginLoss()(o, ones),
    "ranking": lambda o: nn.MarginRankingLoss()(o[:, 0], o[:, 1], signs),
    "cosine": lambda o: nn.CosineEmbeddingLoss()(o, x[:, :4], signs),
    "hinge": lambda o: nn.HingeEmbeddingLoss()(o[:, 0].abs(), signs),
    "triplet": lambda o: nn.TripletMarginLoss()(o, x[:, :4], x[:, 2:]),
    "ctc": lambda o: nn.CTCLoss()(o.view(8, 2, 4).log_softmax(2), torch.tensor([[1, 2], [3, 1]]), [8, 8], [2, 2]),
}  # fmt: skip
for name, loss in losses.items():
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 4))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(5):
        value = loss(net(x))
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
    print(name, value.item())
