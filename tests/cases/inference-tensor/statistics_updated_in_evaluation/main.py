import torch

from scaling import Model


def validate(model, x, y):
    model.eval()
    with torch.inference_mode():  #! decoy
        error = (model(x) - y).abs().mean().item()
    model.train()
    return error


def main():
    torch.manual_seed(0)
    x = torch.randn(40, 5) * torch.tensor([1.0, 10.0, 0.1, 3.0, 1.0])
    y = x[:, 0] - x[:, 2]
    model = Model()
    with torch.inference_mode():  #~ inference-tensor
        model.scaling.calibrate(x)  #~ inference-tensor
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    print("start", validate(model, x, y))
    for epoch in range(3):
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), validate(model, x, y))


if __name__ == "__main__":
    main()
