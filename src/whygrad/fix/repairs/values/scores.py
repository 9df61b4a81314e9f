"""Losses that expect something else than they get: raw scores, or samples that they leave out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change
from whygrad.fix.writing import with_method

EXPECTED = re.compile(r"`(\w+)` expects the result of `(log_softmax|softmax|sigmoid|logsigmoid)`")


@repair("raw-scores")
def scores_normalised(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nll_loss(x, y)` of raw scores → `nll_loss(x.log_softmax(dim=1), y)`, or over the last dimension."""
    told = EXPECTED.search(scene.diagnostic.message)
    if told is None or not isinstance(node, ast.Call) or not node.args:
        return
    loss, function = told.groups()
    dimensions = ("1", "-1") if loss.startswith("nll") else ("-1", "1")
    for inside in [f"dim={d}" for d in dimensions] if "softmax" in function else [""]:
        new = with_method(text, node.args[0], f".{function}({inside})")
        yield from change(f"`{function}({inside})` before the loss", text.put(node.args[0], new))


@repair("ignored-row")
def every_id_counts(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`F.embedding(…, padding_idx=0)`, `CrossEntropyLoss(ignore_index=0)` → without it, where it is written."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        for keyword in call.keywords:
            if keyword.arg == "padding_idx":
                yield from change("without `padding_idx`", text.without_keyword(call, keyword))
    for other in map(scene.text, scene.own_files):
        for call in calls_in(other, other.syntax.tree):
            for keyword in call.keywords:
                if keyword.arg == "ignore_index":
                    yield from change("without `ignore_index`", other.without_keyword(call, keyword))
