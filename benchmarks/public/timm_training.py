"""An image model with mixed images, soft targets, an average of the weights and a schedule: after timm's script."""

import timm
import torch
from timm.data import Mixup
from timm.loss import SoftTargetCrossEntropy
from timm.optim import create_optimizer_v2
from timm.scheduler import CosineLRScheduler
from timm.utils import ModelEmaV3

torch.manual_seed(0)
model = timm.create_model("resnet10t", num_classes=5, drop_rate=0.1, drop_path_rate=0.1)
mixup = Mixup(mixup_alpha=0.2, cutmix_alpha=1.0, label_smoothing=0.1, num_classes=5)
optimizer = create_optimizer_v2(model, opt="adamw", lr=1e-3, weight_decay=0.05)
schedule = CosineLRScheduler(optimizer, t_initial=6, warmup_t=2, warmup_lr_init=1e-5)
average, criterion = ModelEmaV3(model, decay=0.99), SoftTargetCrossEntropy()
for epoch in range(6):
    model.train()
    x, y = mixup(torch.rand(4, 3, 64, 64), torch.randint(0, 5, (4,)))
    loss = criterion(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    average.update(model)
    schedule.step(epoch + 1)
    average.module.eval()
    with torch.no_grad():
        print(epoch, average.module(torch.ones(1, 3, 64, 64)).shape)
