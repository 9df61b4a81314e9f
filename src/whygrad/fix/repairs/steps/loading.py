"""State dicts whose keys are others than the module's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.fix.writing import with_method

REMOVED = re.compile(r"remove `([\w.]+)` from (?:each key|the keys)")
ADDED = re.compile(r"put `([\w.]+)` in front of each key")


@repair("unmatched-load")
def keys_that_match(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`load_state_dict(state)` → of the same values under the module's own keys."""
    statement, told = text.statement(node), " ".join(scene.diagnostic.helps)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) != "load_state_dict" or not call.args:
            continue
        state = call.args[0]
        items = with_method(text, state, ".items()")
        if (less := REMOVED.search(told)) is not None:
            new = f'{{key.removeprefix("{less[1]}"): value for key, value in {items}}}'
            yield from change(f"without `{less[1]}` in the keys", text.put(state, new))
        if (more := ADDED.search(told)) is not None:
            new = f'{{f"{more[1]}{{key}}": value for key, value in {items}}}'
            yield from change(f"`{more[1]}` in front of the keys", text.put(state, new))
        for key in _keys_of_checkpoints(scene):
            yield from change(f"load what is under {key}", text.put(state, with_method(text, state, f"[{key}]")))


def _keys_of_checkpoints(scene: Scene) -> list[str]:
    """The keys under which the program's files put a `state_dict()`."""
    found: list[str] = []
    for text in map(scene.text, scene.own_files):
        for made in text.syntax.of(ast.Dict):
            for key, value in zip(made.keys, made.values, strict=True):
                is_state = isinstance(value, ast.Call) and last_name(value) == "state_dict"
                if is_state and isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.append(text.of(key))
    return list(dict.fromkeys(found))
