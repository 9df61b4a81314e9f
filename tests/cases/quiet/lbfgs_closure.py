import torch


def rosenbrock(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2


def main():
    p = torch.tensor([-1.0, 1.5], requires_grad=True)
    optimizer = torch.optim.LBFGS([p], lr=0.5, max_iter=10, line_search_fn="strong_wolfe")
    trace = []

    def closure():
        optimizer.zero_grad()
        loss = rosenbrock(p)
        loss.backward()
        trace.append((loss.item(), p.detach().clone()))
        return loss

    for _ in range(4):
        loss = optimizer.step(closure)
    print(float(loss), len(trace), p.tolist())


if __name__ == "__main__":
    main()
