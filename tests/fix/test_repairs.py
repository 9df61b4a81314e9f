"""Each kind of repair on small texts, those of `repairs.txt`."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from whygrad.diagnostic import Diagnostic, Label
from whygrad.finding import Finding
from whygrad.fix.candidates import changes_for
from whygrad.fix.change import made_in
from whygrad.fix.repairs import _registry, repairs_for
from whygrad.fix.scene import Scene
from whygrad.place import Place
from whygrad.source.files import SourceFiles

FILE = "/p/train.py"


def marked(text: str) -> tuple[str, Place]:
    """The text without the marks, and the place that they mark."""
    text = dedent(text).lstrip("\n")
    before, _, rest = text.partition("«")
    inside, _, after = rest.partition("»")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    end_line = line + inside.count("\n")
    end = len(inside) - (inside.rfind("\n") + 1) + 1 if "\n" in inside else column + len(inside)
    return before + inside + after, Place(FILE, line, column, end_line, end, "f")


def results(cause: str, text: str, lost: tuple[str, ...] = (), message: str = "", wanted: str = "") -> list[str]:
    """What each change makes of the text."""
    plain, place = marked(text)
    finding = Finding(cause, "error", "observed", (place,), lost=lost, wanted=wanted)
    diagnostic = Diagnostic(cause, "error", message, Label(place, ""))
    changes = changes_for(finding, diagnostic, SourceFiles({FILE: plain}), [FILE])
    made = [new[FILE] for c in changes if (new := made_in(c, {FILE: plain})) is not None]
    return made if "import" in plain else [re.sub(r"(?m)^import torch\n|\nimport torch$", "", text) for text in made]


def _cases() -> list[tuple[str, str, str, tuple[str, ...]]]:
    blocks = Path(__file__).with_name("repairs.txt").read_text(encoding="utf-8").split("=== ")[1:]
    found = []
    for block in blocks:
        head, _, rest = block.partition("\n")
        before, _, after = rest.partition("\n--->\n")
        cause, *lost = head.split()
        found.append((cause, before, after.strip(), tuple(lost)))
    return found


CASES = _cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1][:40].strip()!r}")
def test_a_repair_makes_the_text_that_it_should(case):
    cause, text, wanted, lost = case
    assert wanted in [made.strip() for made in results(cause, text, lost)]


# By the kind that the value should be of, which the finding tells.
WANTED = [
    ("mixed-dtypes", "float32", "x = «torch.tensor(rows)»", "x = torch.tensor(rows).to(torch.float32)"),
    ("mixed-dtypes", "float32", "x = «f(dtype=torch.float64)»", "x = f(dtype=torch.float32)"),
    ("requires-grad-misuse", "float32", "x = «a > b»", "x = (a > b).to(torch.float32)"),
    ("optimizer-arguments", "dense", "e = «nn.Embedding(4, 2, sparse=True)»", "e = nn.Embedding(4, 2)"),
    ("gradient-argument", "real", "p = «d ** 2»\nloss = p.mean()", "p = (d ** 2).abs()\nloss = p.mean()"),
]


@pytest.mark.parametrize(("cause", "wanted", "text", "made"), WANTED)
def test_a_value_becomes_what_it_should_be(cause, wanted, text, made):
    assert made in [new.strip() for new in results(cause, text, wanted=wanted)]


def test_a_value_of_the_right_kind_is_left_as_it_is():
    assert results("optimizer-arguments", "e = «nn.Embedding(4, 2, sparse=True)»") == []
    assert results("mixed-dtypes", "x = «torch.tensor(rows)»") == []


def test_a_parameter_of_whole_numbers_becomes_a_buffer():
    text = "class A:\n    def __init__(self, m):\n        self.m = «nn.Parameter(m)»"
    made = results("requires-grad-misuse", text)
    assert text.partition("self.m")[0] + 'self.register_buffer("m", m)' in made


def test_a_loss_is_divided_by_the_number_of_passes():
    plain, place = marked("loss = «f(x) / 4»\nloss.backward()")
    finding = Finding("unscaled-accumulation", "warning", "observed", (place,))
    helps = ("divide every loss by the number of passes per step, here 8",)
    diagnostic = Diagnostic("unscaled-accumulation", "warning", "", Label(place, ""), helps=helps)
    changes = changes_for(finding, diagnostic, SourceFiles({FILE: plain}), [FILE])
    assert made_in(changes[0], {FILE: plain}) == {FILE: "loss = f(x) / 8\nloss.backward()"}


def made_by(finding: Finding, text: str, *marks: Place, message: str = "", helps: tuple[str, ...] = ()) -> list[str]:
    """What the changes for a finding make of the text, by other marks beside its site, its message or its help."""
    labels = tuple(Label(place, "") for place in marks)
    diagnostic = Diagnostic(finding.cause, "warning", message, Label(finding.chain[-1], ""), labels, helps=helps)
    changes = changes_for(finding, diagnostic, SourceFiles({FILE: text}), [FILE])
    return [new[FILE] for c in changes if (new := made_in(c, {FILE: text})) is not None]


def test_two_optimizers_hold_different_parameters():
    text, place = marked("a = «Adam(net.parameters())»\nb = Adam(head.parameters())")
    finding = Finding("stepped-twice", "warning", "observed", (place,))
    made = made_by(finding, text, Place(FILE, 2, 5, 2, 28, "f"))
    first = "a = Adam([p for p in net.parameters() if all(p is not q for q in head.parameters())])\n"
    assert made[0] == first + text.splitlines()[1]
    assert all("Adam" in line for new in made for line in new.splitlines())  # none is left out


def test_the_learning_rate_is_set_again_after_a_state_was_loaded():
    text, place = marked("«new.load_state_dict(old.state_dict())»\nfit(new)")
    finding = Finding("ignored-learning-rate", "warning", "observed", (place,))
    made = made_by(
        finding, text, message="all 20 steps use a learning rate of 1e-06 instead of 0.02: `load_state_dict`"
    )
    loop = 'for group in new.param_groups:\n    group["lr"] = 0.02\n'
    assert made == [text.replace("fit(new)", f"{loop}fit(new)")]


FOLLOWING = [
    ("«follow(slow, fast, 0.1)»", ("slow_head.bias", "head.bias"), "follow(slow_head, head, 0.1)"),
    (
        "«self.a.load_state_dict(self.b.state_dict())»",
        ("o.c.w", "o.d.w"),
        "self.c.load_state_dict(self.d.state_dict())",
    ),
    (
        "for p, q in zip(slow.parameters(), fast.parameters()):\n    «p.lerp_(q, 0.1)»",
        ("slow_head.0.bias", "head.0.bias"),
        "for p, q in zip(slow_head.parameters(), head.parameters()):\n    p.lerp_(q, 0.1)",
    ),
]


@pytest.mark.parametrize(("marked_text", "of", "added"), FOLLOWING)
def test_all_parts_of_a_copy_follow(marked_text, of, added):
    text, place = marked(marked_text)
    finding = Finding("copy-left-behind", "warning", "observed", (place,))
    assert f"{text}\n{added}" in made_by(finding, text, helps=(f"update `{of[0]}` from `{of[1]}` too",))


def test_what_a_model_keeps_is_cleared_before_the_copy():
    text, place = marked("ema = «copy.deepcopy(model)»")
    finding = Finding("copied-result", "error", "observed", (place,))
    made = made_by(finding, text, message="`model.features` is the result of a computation")
    assert "model.features = None\nema = copy.deepcopy(model)" in made


def test_nan_in_an_input_becomes_zero_where_the_finding_tells_of_it():
    text = "y = «net(rows[i])»"
    told = results("nan-gradient", text, message="`linear` uses its input, which contains nan or infinity")
    assert "y = net(torch.nan_to_num(rows[i]))" in told
    assert not [made for made in results("nan-gradient", text) if "nan_to_num" in made]
    made = results("nan-gradient", "rows = «torch.from_numpy(table)»", message="`from_numpy` returns nan")
    assert "rows = torch.nan_to_num(torch.from_numpy(table))" in made


def test_a_term_that_is_replaced_in_a_branch_is_added():
    text = "total = f(x)\nif clean:\n    total = «g(x)»"
    message = "a term of the loss is lost: `total` is assigned again before anything reads its earlier value"
    assert text.replace("«", "total + ").replace("»", "") in results("loss-left-out", text, message=message)


def test_a_value_that_nothing_reads_is_added_to_the_next():
    text = "z, c = «f(x)»\nz, c = g(z)\nloss = z + c"
    made = results("loss-left-out", text, message="nothing reads the `c` that this call returns")
    assert "z, c_before = f(x)\nz, c = g(z)\nc = c + c_before\nloss = z + c" in made


def test_parameters_that_are_collected_get_a_group():
    text = "rest = []\nfor p in ps:\n    «rest.append(p)»\nopt = torch.optim.SGD([{'params': some}], lr=0.1)"
    made = results("not-in-optimizer", text, message="no optimizer gets the parameters that are collected in `rest`")
    assert made[0].endswith("opt = torch.optim.SGD([{'params': some}, {\"params\": rest}], lr=0.1)")


def test_a_rate_that_lets_weights_grow_is_smaller():
    text = "opt = SGD(net.parameters(), lr=3.0)\n«opt.step()»"
    made = results("nan-gradient", text, message="the weights have grown to 5e+30")
    assert "opt = SGD(net.parameters(), lr=0.03)\nopt.step()" in made
    assert results("nan-gradient", text) == []
    assert results("nan-gradient", text.replace("3.0", "0.01"), message="the weights have grown to 5e+30") == []


def test_terms_that_a_loop_overwrites_are_summed():
    text = "for f in fs:\n    h, kl = «f(h)»\nloss = g(h) + kl"
    made = results("loss-left-out", text, message="each iteration of the loop overwrites `kl`")
    assert "kl = 0.0\nfor f in fs:\n    h, kl_here = f(h)\n    kl = kl + kl_here\nloss = g(h) + kl" in made


FUNCTION = """
class F:
    def forward(ctx, x, n):
        «ctx.save_for_backward(x, n)»
        return x
    def backward(ctx, g):
        x, n = ctx.saved_tensors
        return g, None
"""


def test_a_number_is_kept_on_the_context():
    wanted = """
    class F:
        def forward(ctx, x, n):
            ctx.n = n
            ctx.save_for_backward(x)
            return x
        def backward(ctx, g):
            n = ctx.n
            (x,) = ctx.saved_tensors
            return g, None
    """
    made = results("function-gradient", FUNCTION, message="`save_for_backward` takes tensors, and `n` is an int")
    assert made[0].strip() == dedent(wanted).strip()


def test_every_kind_of_repair_has_a_case_above():
    """By the names of those that made a change for one of the texts."""
    used = set()
    texts = [(cause, text, lost, "") for cause, text, _, lost in CASES]
    texts += [("function-gradient", FUNCTION, (), ""), ("requires-grad-misuse", "self.m = «nn.Parameter(m)»", (), "")]
    texts += [(cause, text, (), wanted) for cause, wanted, text, _ in WANTED]
    for cause, text, lost, wanted in texts:
        plain, place = marked(text)
        finding = Finding(cause, "error", "observed", (place,), lost=lost, wanted=wanted)
        diagnostic = Diagnostic(cause, "error", "save_for_backward", Label(place, ""))
        scene = Scene(finding, diagnostic, SourceFiles({FILE: plain}), [FILE])
        found = scene.at(place)
        assert found is not None
        used |= {repair.__name__ for repair in repairs_for(cause) if list(repair(scene, *found))}
    used |= {"divided_by_the_passes", "each_parameter_once", "rate_set_after_loading", "copies_all_follow"}  # see above
    used |= {"cleared_before_the_copy", "without_nan_in_the_input", "smaller_steps"}
    used |= {"group_of_the_collected", "sum_of_both"}
    used |= {"scores_normalised", "keys_that_match", "parameters_in_full", "rate_that_moves"}  # in test_repairs_told.py
    used |= {"factor_that_keeps_the_rate", "decay_after_the_loop"}
    assert {repair.__name__ for _, repair in _registry._repairs} == used


def test_every_cause_that_a_repair_is_for_exists():
    from whygrad.causes import all_causes

    known = {cause.name for cause in all_causes()}
    assert {name for causes, _ in _registry._repairs for name in causes} <= known


@pytest.mark.parametrize(
    ("cause", "text"),
    [
        ("leaf-without-grad", "for batch in «loader»:\n    step(batch)"),
        ("frozen-parameter", "x = 1\n«loss = f(x)»"),
        ("left-torch", "loss = «loss + w * f(x)»"),
        ("gradient-piled-up", "a = 1\n«loss.backward()»"),
        ("scaler-order", "def step():\n    scaler.step(opt)\n«main()»"),
    ],
)
def test_what_the_program_is_for_is_never_left_out(cause, text):
    kept = [line for line in marked(text)[0].splitlines() if "(" in line]
    for made in results(cause, text):
        assert [line for line in kept if line in made] == kept


def test_a_write_that_is_meant_for_what_the_name_views_is_not_turned_into_a_binding():
    text = "def f(image):\n    for plane in image:\n        «plane -= m»\n        plane *= s\n    return image"
    assert not [made for made in results("view-modified-in-place", text) if "plane = plane" in made]


def test_modules_and_optimizers_are_not_made_anew_in_a_loop():
    text = "net = Net()\nopt = torch.optim.SGD(net.parameters())\nfor x in d:\n    net(x).backward()\n    «opt.step()»"
    for cause in ("modified-in-place", "backward-twice"):
        for made in results(cause, text):
            assert made.count("Net()") == made.count("SGD(") == 1
    assert (
        results("backward-twice", text.replace("«", "").replace("»", "").replace("net = Net()", "net = «Net()»")) == []
    )


def test_a_file_that_does_not_know_torch_imports_it():
    made = results("saturated-value", "import math\ny = «F.relu(h(x))»")
    assert "import math\nimport torch\ny = torch.nn.functional.softplus(h(x))" in made


def test_a_helper_that_does_more_than_cut_is_not_left_out():
    text = "def n(x):\n    return x.detach() / x.norm()\ny = «n(x)»"
    assert not [made for made in results("detached-tensor", text) if made.endswith("y = x")]


def test_changes_that_do_not_parse_or_change_nothing_are_left_out():
    assert results("detached-tensor", "«y = 1»") == []


def test_the_text_of_long_strings_stays_as_it_is():
    text = '''def f(x):
    with «torch.no_grad()»:
        ask = """
        deeper than the block
        """
        y = net(x, ask)
    return y
'''
    dedented = (
        text.replace("    with «torch.no_grad()»:\n", "")
        .replace("        ask", "    ask")
        .replace("        y", "    y")
    )
    made = results("grad-disabled", text)
    assert dedented in made
    assert all('\n        deeper than the block\n        "' in one for one in made)


def test_an_unexplained_line_is_never_left_out():
    text = "y = f(x)\n«print(slope(y))»"
    assert [made for made in results("not-explained", text, lost=("x",)) if "print(" not in made] == []


def test_the_test_of_a_branch_is_no_mask():
    text = "z = «0.0 * x»\nif n > 0:\n    y[0] = x[0]"
    assert not [made for made in results("multiplied-by-zero", text) if "n <= 0" in made]


def test_an_object_is_not_detached_where_it_is_made():
    assert not [made for made in results("backward-twice", "net = «Net()»\nnet(x)") if "detach" in made]
