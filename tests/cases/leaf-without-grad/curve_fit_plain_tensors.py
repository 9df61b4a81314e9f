import torch


def decay(t, params):
    return params["amplitude"] * torch.exp(-t / params["tau"]) + params["offset"]


def initial_guess(t, y):
    return {
        "amplitude": torch.tensor(1.0),  #~ leaf-without-grad
        "tau": torch.tensor(2.0),  #~ leaf-without-grad
        "offset": torch.tensor(0.1),  #~ leaf-without-grad
    }


def fit(t, y, steps=20, lr=0.05):
    params = initial_guess(t, y)
    optimizer = torch.optim.Adam(list(params.values()), lr=lr)
    history = []
    for _ in range(steps):
        residual = decay(t, params) - y
        loss = (residual ** 2).mean()
        history.append(loss.item())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return params, history


def main():
    torch.manual_seed(0)
    t = torch.linspace(0, 5, 40)
    y = 3 * torch.exp(-t / 1.3) + 0.2 + 0.02 * torch.randn(40)
    params, history = fit(t, y)
    print({k: round(v.item(), 3) for k, v in params.items()}, history[-1])


if __name__ == "__main__":
    main()
