import torch


def counts(hours):
    halflife = torch.tensor([1.5, 4.0], requires_grad=True)
    left = torch.exp2(-hours[:, None] / halflife)
    return left.sum(1).detach()


torch.manual_seed(0)
hours = torch.linspace(0, 6, 90)
measured = counts(hours)
shift, slope = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
optimizer = torch.optim.Adam([shift, slope], lr=0.05)
for epoch in range(3):
    loss = (shift + slope * hours - measured).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
