"""Repairs that depend on what the diagnostic tells: on its message, its help, or what it says of the marked line."""

from __future__ import annotations

import pytest
from test_repairs import FILE, marked

from whygrad.diagnostic import Diagnostic, Label
from whygrad.finding import Finding
from whygrad.fix.candidates import changes_for
from whygrad.fix.change import made_in
from whygrad.source.files import SourceFiles


def results(cause: str, text: str, message: str = "", label: str = "", helps: tuple[str, ...] = ()) -> list[str]:
    """What each change makes of the text."""
    plain, place = marked(text)
    finding = Finding(cause, "warning", "observed", (place,))
    diagnostic = Diagnostic(cause, "warning", message, Label(place, label), helps=helps)
    changes = changes_for(finding, diagnostic, SourceFiles({FILE: plain}), [FILE])
    return [new[FILE] for c in changes if (new := made_in(c, {FILE: plain})) is not None]


SCORES = [
    ("nll_loss", "log_softmax", "criterion(net(x), y)", "criterion(net(x).log_softmax(dim=1), y)"),
    ("nll_loss", "log_softmax", "F.nll_loss(a + b, y)", "F.nll_loss((a + b).log_softmax(dim=1), y)"),
    ("ctc_loss", "log_softmax", "F.ctc_loss(x, y, n, m)", "F.ctc_loss(x.log_softmax(dim=-1), y, n, m)"),
    ("binary_cross_entropy", "sigmoid", "F.bce(x, y)", "F.bce(x.sigmoid(), y)"),
]


@pytest.mark.parametrize(("loss", "expected", "text", "made"), SCORES)
def test_raw_scores_are_normalised(loss, expected, text, made):
    message = f"raw scores: `{loss}` expects the result of `{expected}`, but gets that of `linear`"
    assert results("raw-scores", f"loss = «{text}»", message)[0] == f"loss = {made}"


KEYS = [
    ("remove `module.` from each key", '{key.removeprefix("module."): value for key, value in s.items()}'),
    (
        "remove `a.b.` from the keys, so that 8 of the 11 match",
        '{key.removeprefix("a.b."): value for key, value in s.items()}',
    ),
    (
        "load it into the module's `body`, or put `body.` in front of each key",
        '{f"body.{key}": value for key, value in s.items()}',
    ),
]


@pytest.mark.parametrize(("told", "made"), KEYS)
def test_a_state_is_loaded_under_the_keys_of_the_module(told, made):
    assert results("unmatched-load", "«net.load_state_dict(s)»", helps=(told,)) == [f"net.load_state_dict({made})"]


def test_a_state_is_taken_out_of_its_checkpoint():
    text = 'save({"epoch": 3, "model": net.state_dict()})\n«net.load_state_dict(load(f), strict=False)»'
    (made,) = results("unmatched-load", text)
    assert made.endswith('net.load_state_dict(load(f)["model"], strict=False)')


def test_parameters_that_lose_their_updates_are_kept_in_full():
    text = "net = Net().to(torch.bfloat16)\nx = torch.randn(3, dtype=torch.bfloat16)\ny = x.bfloat16()\n«opt.step()»"
    message = "`w` never changes: each update is too small to change a value of `bfloat16`"
    made = "net = Net().to(torch.float32)\nx = torch.randn(3, dtype=torch.float32)\ny = x.float()\nopt.step()"
    assert made in [m.replace("import torch\n", "") for m in results("vanishing-update", text, message)]
    assert results("vanishing-update", text) == []


def test_a_rate_that_changes_nothing_is_raised():
    text = 'g = [{"params": ps, "lr": 1e-12}]\n«opt = SGD(g, lr=0.1)»'
    assert results("vanishing-update", text, label="steps with a learning rate of 1e-12") == [
        'g = [{"params": ps, "lr": 1e-3}]\nopt = SGD(g, lr=0.1)'
    ]
    assert results("vanishing-update", text) == []


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("s = StepLR(opt, 5, gamma=0)", "s = StepLR(opt, 5, gamma=0.9)"),
        ("s = StepLR(opt, 5, decay)", "s = StepLR(opt, 5, 0.9)"),
        ("s = ExponentialLR(opt, 1e-5)", "s = ExponentialLR(opt, 0.9)"),
    ],
)
def test_a_factor_that_leaves_nothing_is_replaced(text, made):
    assert results("vanishing-update", f"«{text}»", label="multiplies the learning rate by 0") == [made]


LOWERS = "lowers the learning rate"
TWICE = "for e in es:\n    for x in xs:\n        f(x)\n        decay()\n"


def test_a_decay_in_a_helper_is_called_once_for_each_epoch():
    helper = 'def decay():\n    for group in opt.param_groups:\n        «group["lr"] *= 0.5»\n\n'
    made = results("vanishing-update", helper + TWICE, label=LOWERS)
    assert made[0].endswith("    for x in xs:\n        f(x)\n    decay()\n")


def test_a_schedule_in_a_method_for_one_epoch_steps_after_its_loop():
    text = "class A:\n    def epoch(self):\n        for x in xs:\n            f(x)\n            «self.s.step()»\n"
    made = results("vanishing-update", f"{text}\nfor e in es:\n    a.epoch()", label=LOWERS)
    assert "            f(x)\n        self.s.step()\n" in made[0]
    assert results("vanishing-update", text, label=LOWERS) == []  # nothing calls it again and again
