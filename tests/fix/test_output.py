"""Numbers about the loss, and warnings, in what a program prints."""

from __future__ import annotations

import pytest

from whygrad.fix.output import printed_losses, warnings_in


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("loss 1.25", [("loss", 1.25)]),
        ("epoch 3 loss: 0.5 acc 0.9", [("3 loss", 0.5)]),
        ("step 1, val_loss=2e-3", [("val_loss", 0.002)]),
        ("train loss nan", [("train loss", None)]),
        ("accuracy 0.5", []),
        ("lossless 3 codecs", [("lossless", 3.0)]),
    ],
)
def test_numbers_behind_a_name_with_loss_in_it(line, found):
    told = [(p.label, None if p.value != p.value else p.value) for p in printed_losses(line)]
    assert [v for _, v in told] == [v for _, v in found]


def test_the_same_name_is_the_same_label_in_each_epoch():
    assert {p.label for p in printed_losses("epoch 1 loss 2.0\nepoch 2 loss 1.0\n")} == {"loss"}


def test_warnings_by_their_texts():
    text = "/p/x.py:3: UserWarning: slow path\n  f()\n/p/y.py:9: UserWarning: slow path\n"
    assert warnings_in(text) == ("UserWarning: slow path",)
