# file: main.py
import torch
import torch.nn.functional as F

from recommender import initial_parameters, predict


def inner_update(params, support, rate=0.1):
    """One step on the user's own ratings, differentiable for the outer loss."""
    loss = F.mse_loss(predict(params, *support[:2]), support[2])
    grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)  #~ unused-input
    return {name: p - rate * g for (name, p), g in zip(params.items(), grads)}


def user_task():
    users = torch.randint(0, 12, (1,)).expand(6)
    items = torch.randint(0, 20, (6,))
    return users, items, torch.rand(6) * 5


def main():
    torch.manual_seed(0)
    params = initial_parameters()
    optimizer = torch.optim.Adam(params.values(), lr=1e-3)
    for step in range(3):
        optimizer.zero_grad()
        total = 0.0
        for _ in range(2):
            fast = inner_update(params, user_task())
            users, items, ratings = user_task()
            total = total + F.mse_loss(predict(fast, users, items), ratings)
        total.backward()  #! decoy
        optimizer.step()
        print(step, total.item())


if __name__ == "__main__":
    main()
# file: recommender.py
import torch
import torch.nn.functional as F


def initial_parameters(users=12, items=20, dim=6):
    shapes = {
        "user": (users, dim),
        "item": (items, dim),
        "genre": (5, dim),
        "hidden.weight": (16, 2 * dim),
        "hidden.bias": (16,),
        "out.weight": (1, 16),
    }
    return {name: (0.1 * torch.randn(shape)).requires_grad_() for name, shape in shapes.items()}  #! decoy


def predict(params, users, items, genres=None):
    item = F.embedding(items, params["item"])
    if genres is not None:
        item = item + F.embedding(genres, params["genre"])
    x = torch.cat([F.embedding(users, params["user"]), item], dim=1)
    x = torch.relu(F.linear(x, params["hidden.weight"], params["hidden.bias"]))
    return F.linear(x, params["out.weight"]).squeeze(1)
