"""What the help of each page says is done to its example by rule, and cures it; what no rule can do is listed here."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn import drawn
from forked import ForkedRunner
from pages import programs

import whygrad.causes
from whygrad.causes.pages import pages
from whygrad.fix.change import made_in
from whygrad.fix.verdict import Verdict, judge

FOLDER = Path(whygrad.causes.__file__).parent

# The changes that do what the help says, by their titles: one for each way that it names.
APPLIED = {
    "raw-scores": ["`log_softmax(dim=1)` before the loss"],
    "unmatched-load": ["`body.` in front of the keys"],
    "equal-units": ["a random start"],
    "foreign-gradient": ["clear the gradients of `judges`"],
    "not-frozen": ["freeze it"],
    "requires-grad-misuse": ["detach `features`"],
    "skipped-batches": ["a step for each batch"],
    "counted-twice": ["one pass, after the loop"],
    "copied-result": ["detach what `self.features` keeps"],
    "ignored-row": ["without `padding_idx`"],
    "partial-backward": ["`loss` instead of a part of it"],
    "same-memory": ["keep a copy of `p.data`"],
    "attached-weight": ["detach the weight"],
    "copy-left-behind": ["update the other part too"],
    "detached-state": ["without `.detach()`"],
    "ignored-learning-rate": ["set the learning rate after loading"],
    "lasting-nan": ["clear the gradients after every pass"],
    "lost-optimizer-state": ["create the optimizer before the loop"],
    "parameter-written-by-hook": ["write to the gradient"],
    "repeated-module": ["one module for each"],
    "stale-value": ["compute it in each iteration of the loop"],
    "stepped-twice": ["each parameter in one optimizer"],
    "unfinished-schedule": ["step the schedule with the optimizer"],
    "unreversed-gradient": ["without the minus"],
    "backward-never-called": ["`loss.backward()`"],
    "backward-twice": ["compute `state` again", "detach what the previous iteration left"],
    "broadcast-loss": ["`.squeeze(-1)`", "`.unsqueeze(-1)`"],
    "broken-tie": ["tie them again", "write into the shared parameter"],
    "checkpoint-misuse": ["`use_reentrant=False`"],
    "clipping-order": ["clip before the step", "clip after the pass"],
    "copied-tensor": ["the parameters themselves instead of `state_dict()`"],
    "cut-derivative": ["without `with torch.no_grad():`"],
    "detached-tensor": ["without `.detach()`"],
    "double-activation": ["without `softmax`"],
    "dropped-detach": ["keep what `.detach()` returns"],
    "dropped-update": ["update the parameter itself"],
    "dropped-write": ["write in one step"],
    "eval-mode": ["`model.train()` before training continues"],
    "exhausted-iterator": ["keep a list"],
    "exported-while-recorded": ["detach before the export"],
    "flag-on-module": ["as the diagnostic proposes"],
    "forward-mode": ["a tangent of the same shape"],
    "frozen-parameter": ["without freezing", "`requires_grad_(True)`"],
    "frozen-script": ["without freezing"],
    "function-gradient": ["transpose the gradient"],
    "grad-assignment": ["a gradient that fits"],
    "grad-disabled": ["keep the end of the block out of `with torch.no_grad():`"],
    "gradient-argument": ["a gradient of the same shape"],
    "gradient-cleared": ["clear the gradients before the pass", "clear the gradients after the step"],
    "gradient-not-retained": ["keep the gradient of `features`"],
    "gradient-piled-up": ["clear the gradients of `optimizer`"],
    "growing-graph": ["add a plain number", "add a detached value"],
    "hook-result": ["return nothing from the hook"],
    "inference-tensor": ["`no_grad` instead of `inference_mode`"],
    "leaf-modified-in-place": ["under `torch.no_grad()`"],
    "leaf-without-grad": ["`requires_grad=True`"],
    "left-torch": ["without `.item()`"],
    "loss-left-out": ["run backward from `total`"],
    "made-in-forward": ["create `self.head` in `__init__`"],
    "missing-create-graph": ["`create_graph=True`"],
    "missing-gradient": ["`weight` requires a gradient"],
    "mixed-dtypes": ["convert to `torch.float32`"],
    "modified-in-place": ["`h = …` instead of an in-place operator", "write into a copy of `h`"],
    "multiplied-by-zero": ["a random start"],
    "nan-gradient": ["a small constant inside `sqrt`", "at least 1e-8 inside `sqrt`"],
    "non-differentiable-function": ["without `mark_non_differentiable`"],
    "non-leaf-parameter": ["create the leaf last", "turn the result into a leaf"],
    "non-scalar-loss": ["`.mean()`", "`.sum()`"],
    "not-in-optimizer": ["pass `decoder` to the optimizer"],
    "optimizer-arguments": ["each parameter in one group"],
    "out-argument": ["the result itself"],
    "overwritten-skip": ["`inplace=False`"],
    "parameter-assignment": ["write into the parameter", "a parameter"],
    "rebuilt-tensor": ["`torch.stack`"],
    "reentrant-checkpoint": ["`use_reentrant=False`"],
    "sampled-value": ["`rsample`"],
    "scaler-order": ["`scaler.update()` after the step"],
    "scaler-without-gradients": ["step only if there are gradients"],
    "self-comparison": ["a separate target"],
    "self-load": ["keep a copy of the state"],
    "shared-memory": ["the parameter itself", "a parameter with a copy of the values"],
    "stale-optimizer": ["create the optimizer later"],
    "step-never-called": ["`optimizer.step()`"],
    "step-without-effect": ["without rounding down"],
    "straight-through-attached": ["let the gradient pass"],
    "straight-through-loss": ["let the gradient pass after the loss"],
    "undone-freeze": ["without unfreezing everything"],
    "undone-eval": ["`encoder.eval()` after `train()`"],
    "unregistered-module": ["hold `self.layers` in a `ModuleList`"],
    "unscaled-accumulation": ["divide by 8"],
    "untracked-write": ["`mul` instead of `mul_`"],
    "unused-parameters": ["`find_unused_parameters=True`"],
    "update-undone": ["copy in the other direction"],
    "vanishing-update": ["step the schedule after the loop"],
    "view-modified-in-place": ["`scale = …` instead of an in-place operator", "write into a copy of `scale`"],
    "wrong-dimension": ["over dimension 1"],
    "zero-derivative": ["let the gradient pass through `round`"],
}

# Other ways that a help names and that no repair takes: each is a text of the example, and what the help makes of it.
WRITTEN = {
    "parameter-written-by-hook": [("register_post_accumulate_grad_hook", "register_hook")],
    "unfinished-schedule": [("total_steps=epochs * batches", "total_steps=epochs")],
    "checkpoint-misuse": [("force = torch.autograd.grad(energy, x)[0]", "energy.backward()\nforce = x.grad")],
    "copied-tensor": [("state_dict()", "state_dict(keep_vars=True)")],
    "dropped-write": [
        (
            "filled = x.clone()\n        filled[missing].copy_(self.guess(x)[missing])",
            "filled = torch.where(missing, self.guess(x), x)",
        )
    ],
    "exported-while-recorded": [
        ("prediction.numpy().mean()", "prediction.mean().item()"),
        (
            "history.append(prediction",
            "with torch.no_grad():\n        prediction = model(x)\n    history.append(prediction",
        ),
    ],
    "inference-tensor": [("head(features)", "head(features.clone())")],
    "missing-gradient": [
        ("0.1 * torch.randn(3, requires_grad=True)", "(0.1 * torch.randn(3)).detach().requires_grad_()")
    ],
    "non-scalar-loss": [("loss.backward()", "loss.backward(gradient=torch.ones_like(loss))")],
    "reentrant-checkpoint": [("checkpoint(block, x,", "checkpoint(block, x.requires_grad_(),")],
    "sampled-value": [
        (
            "loss = (action - target).pow(2).mean()",
            "chance = Normal(mean, log_scale.exp()).log_prob(action)\n"
            "    loss = (chance * (action - target).pow(2)).mean()",
        )
    ],
    "stale-optimizer": [
        ("nn.Linear(32, 3)\n", "nn.Linear(32, 3)\noptimizer.add_param_group({'params': model[2].parameters()})\n")
    ],
}

# Ways that hold only under a condition that the example does not meet, and that were read by hand.
ON_A_CONDITION = {
    "counted-twice": "a term that is only looked at: the example trains it",
    "not-frozen": "parameters that an optimizer should leave out: the example freezes them",
    "raw-scores": "`F.cross_entropy`, which does both",
    "requires-grad-misuse": "a parameter that should be frozen: the example has a result",
    "unmatched-load": "a part of the module that the file belongs to",
    "ignored-row": "an id that means padding: in the example it is a category",
    "partial-backward": "a part that is only logged: the example trains it",
    "backward-twice": "two losses over one forward: the example has one",
    "leaf-modified-in-place": "a write as part of the computation: the example sets values",
    "leaf-without-grad": "the loss of a model: the example has none",
    "missing-gradient": "reading the gradient of a result: the example trains it",
    "not-in-optimizer": "a module that is meant to stay fixed",
    "out-argument": "where no gradient is needed",
    "parameter-assignment": "a parameter that is computed from others",
    "reentrant-checkpoint": "a model of transformers",
    "scaler-without-gradients": "a pass that is there, and gradients that are cleared too early",
    "self-comparison": "the value that was meant is the program's knowledge",
    "unused-parameters": "an output that was meant to go into the loss",
    "vanishing-update": "the number of batches is the program's knowledge",
    "undone-freeze": "a model that should learn as a whole: the example adds a head to a frozen one",
}

# Why no rule does what the help says. Each page's corrected program does it by hand: it has to be judged as a trial is.
BY_HAND = {
    "lowered-likelihood": "a minus before the whole likelihood: where that ends is for the reader",
    "collective-result": "which of the gathered values is the process's own is the program's knowledge",
    "mixed-partials": "a derivative for each column: how many there are is the program's knowledge",
    "slot-parameter": "the shape that all samples share is where the parameter is made, in whatever words",
    "always-dropping": "a note gets no repair: dropping in evaluation may be intended",
    "constant-result": "along which dimension the values were to be reduced is the program's knowledge",
    "constant-prediction": "which value was meant to tell the samples apart is the program's knowledge",
    "rate-as-factor": "what the function returns has to be divided by the learning rate, or that by it, as was meant",
    "shared-state": "which of the optimizers is to keep the state is the program's knowledge",
    "constant-softmax": "which layer the other branch needs is the program's knowledge",
    "untracked-change": "which tensor carries the state is the program's knowledge",
    "branch-on-value": "both sides of the branch have to be written as one expression",
    "cancelled-gradient": "which of two ways to train was meant is the program's choice",
    "checkpoint-mismatch": "where the state is kept instead is the program's choice",
    "compiled-cut": "the line inside the compiled code is not known",
    "compiled-graph": "the function gets another signature, and so do its callers",
    "constant-term": "which of two values was meant is the program's knowledge",
    "cut-beside-open": "whether the other path is meant to be cut is the program's knowledge",
    "distributed-reduction": "which module is wrapped is the program's choice",
    "function-definition": "the formula of a derivative has to be found",
    "function-transforms": "both sides of the branch have to be written as one expression",
    "functional-arguments": "which number the outputs are reduced to is the program's choice",
    "gradcheck-failed": "the formula of a derivative has to be found",
    "hook-registration": "which tensor the hook was meant for is the program's knowledge",
    "idle-parameter": "what the parameter was meant to do is the program's knowledge",
    "ignored-backward": "a class has to be written",
    "masked-gradient": "the mask becomes a choice of elements, at another place",
    "mispaired-samples": "where the one order is drawn is the program's choice",
    "missing-derivative": "the formula of a derivative has to be found",
    "never-connected": "what was meant to add to the loss is the program's knowledge",
    "no-derivative": "the loss needs another formula",
    "not-explained": "it asks for a report",
    "not-recorded": "its example is of a run with `--steady`; the change is that of `detached-tensor`",
    "overwriting-backward": "the gradient is computed in another way",
    "process-boundary": "what crosses between processes instead is the program's choice",
    "replicas-differ": "which call goes through the wrapper is the program's choice",
    "saturated-value": "the start or the range of the value is the program's choice",
    "saved-tensor-hooks": "what the hook was meant to keep is the program's knowledge",
    "statistics-beside-training": "which module is switched for a validation is the program's choice",
    "stored-result": "whether the encoder is to be trained is the program's knowledge",
    "torch-warning": "it repeats what torch warns of",
    "undone-load": "which copies the program keeps, and how it makes them, is its own knowledge",
    "unread-frames": "by how much the network shortens its input is the program's knowledge",
    "underflow": "the precision of the whole model changes",
    "unstepped-term": "which optimizer is to hold which part is the program's knowledge",
    "unused-input": "which of two tensors was meant is the program's knowledge",
    "wrong-backward": "the formula of a derivative has to be found",
    "zero-gradient": "what the mask was meant to keep is the program's knowledge",
}


# What cures an example in another way than the help's, and was read by hand: none of these leaves out what is computed.
OTHERWISE = {
    "branch-on-value": {"a zero that is connected", "`requires_grad=True`"},
    "checkpoint-mismatch": {"compute it each time", "without the checkpoint"},
    "not-recorded": {"as the diagnostic proposes", "without `.detach()`"},
    "saturated-value": {"without the clamp"},
    "unused-input": {"zeros for inputs that the loss does not use"},
    "wrong-backward": {"let autograd differentiate `Swish`"},
}


def test_the_help_of_every_page_is_applied_or_listed():
    assert not APPLIED.keys() & BY_HAND.keys()
    assert APPLIED.keys() | BY_HAND.keys() == set(pages())


@pytest.mark.parametrize("cause", drawn(APPLIED, 6))
def test_what_the_help_says_cures_the_example(cause, tmp_path):
    runner, main = _running(cause, tmp_path)
    found = runner.first.found[0]
    assert found.cause == cause
    for title in APPLIED[cause]:
        verdicts = [_verdict(runner, change, main) for change in found.changes if change.title == title]
        assert Verdict.CURED in verdicts, (title, [change.title for change in found.changes])


@pytest.mark.parametrize("cause, way", [(cause, way) for cause, ways in WRITTEN.items() for way in ways])
def test_another_way_that_the_help_names_cures_the_example(cause, way, tmp_path):
    runner, main = _running(cause, tmp_path)
    old, new = way
    assert main.read_text().count(old) == 1
    after = runner.run({str(main): main.read_text().replace(old, new)})
    judged = judge(runner.first.found[0], runner.first, after)
    assert judged.is_cured, judged


@pytest.mark.parametrize("cause", drawn(BY_HAND, 6))
def test_what_is_done_by_hand_cures_the_example_and_no_rule_does_it(cause, tmp_path):
    runner, main = _running(cause, tmp_path)
    found = runner.first.found[0] if runner.first.found else None
    (corrected,) = [p.source.text for p in programs(_page(cause)) if p.source.heading == "## Corrected"]
    after = runner.run({str(main): corrected})
    assert not {f.cause for f in after.found} & {f.cause for f in runner.first.found}
    assert found is None or judge(found, runner.first, after).is_cured
    changes = found.changes if found is not None else ()
    cures = {change.title for change in changes if _verdict(runner, change, main) is Verdict.CURED}
    assert cures <= OTHERWISE.get(cause, set())


def test_ways_on_a_condition_are_of_pages_that_are_applied():
    assert ON_A_CONDITION.keys() | WRITTEN.keys() <= APPLIED.keys()


def _page(cause: str) -> str:
    (page,) = FOLDER.glob(f"*/{cause.replace('-', '_')}.md")
    return page.read_text()


def _running(cause: str, folder: Path) -> tuple[ForkedRunner, Path]:
    """The example of the page in a folder, and who runs it."""
    (example,) = [p for p in programs(_page(cause)) if p.source.heading == "## Example"]
    main = folder / "program" / "main.py"
    main.parent.mkdir()
    main.write_text(example.source.text)
    return ForkedRunner(main.parent, folder / "runs"), main


def _verdict(runner: ForkedRunner, change, main: Path) -> Verdict:
    made = made_in(change, {str(main): main.read_text()})
    assert made is not None
    return judge(runner.first.found[0], runner.first, runner.run(made)).verdict
