import torch


def build():
    raw = torch.zeros(2, requires_grad=True)
    return raw, {"lr": 0.1, "shares": raw.softmax(0)}  #~ backward-twice


def objective(net, config, x):
    first, second = config["shares"]
    return first * net(x).pow(2).mean() + second * net(x).abs().mean()  #! decoy


def main():
    torch.manual_seed(0)
    net = torch.nn.Linear(5, 3)
    raw, config = build()
    optimizer = torch.optim.SGD([*net.parameters(), raw], lr=config["lr"])
    for _ in range(4):
        loss = objective(net, config, torch.randn(6, 5))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


main()
