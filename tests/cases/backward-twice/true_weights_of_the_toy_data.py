import torch

torch.manual_seed(1)
true_w = torch.tensor([[2.0], [-3.4]], requires_grad=True)  #~ backward-twice
features = torch.randn(120, 2)
labels = torch.tanh(features @ true_w)  #! decoy
labels_train, labels_test = labels[:100], labels[100:]  #! decoy
features_train, features_test = features[:100], features[100:]

w = torch.zeros(2, 1, requires_grad=True)
for epoch in range(4):
    for start in range(0, 100, 25):
        guess = torch.tanh(features_train[start : start + 25] @ w)
        loss = ((guess - labels_train[start : start + 25]) ** 2).mean()  #! decoy
        loss.backward()  #! decoy
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad.zero_()
with torch.no_grad():
    print((torch.tanh(features_test @ w) - labels_test).abs().mean())
