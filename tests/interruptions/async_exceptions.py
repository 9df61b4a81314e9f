"""Another thread sets exceptions at random moments; all of them are caught and counted."""

import ctypes
import random
import sys
import threading
import time

import torch


class Timeout(RuntimeError):
    pass


def step():
    hidden = net(x)
    loss = (hidden * hidden).mean() + torch.nn.functional.mse_loss(hidden, torch.zeros_like(hidden))
    loss.backward()
    return loss.item()


def interrupt():
    global sent, lost
    for _ in range(wanted):
        running.wait()
        running.clear()
        time.sleep(random.uniform(0, 2e-3))
        before, sent = caught, sent + 1
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(kind))
        end = time.monotonic() + 10
        while caught == before:
            time.sleep(1e-5)
            if time.monotonic() > end:
                lost = True
                return


wanted, sent, caught, lost, states = int(sys.argv[1]), 0, 0, False, set()
random.seed(sys.argv[2])
kind = {"own": Timeout, "builtin": TimeoutError}[sys.argv[3]]
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
x = torch.randn(16, 4)
step()
main, running = threading.get_ident(), threading.Event()
sys.setswitchinterval(1e-5)
thread = threading.Thread(target=interrupt)
thread.start()
while caught < wanted and not lost:
    try:
        running.set()
        while not lost:
            step()
    except kind:
        caught += 1
        states.add((torch._C._is_torch_function_enabled(), torch.is_grad_enabled()))
thread.join()
print(sent, caught, sorted(states))
x.requires_grad_().detach().sum().backward()
