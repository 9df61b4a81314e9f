"""Objects, classes and modules on the way: their attributes, their methods' results, their constructors."""

from __future__ import annotations

import ast
import dataclasses

from whygrad.source.syntax import span
from whygrad.source.values import classes
from whygrad.source.values.calls import passed
from whygrad.source.values.file_bindings import Binding
from whygrad.source.values.steps import ANY, Called, Path, dotted, is_attribute, last_name
from whygrad.source.values.walk import Walk


class Objects(Walk):
    """The part of a walk that knows what a value's attributes and methods are."""

    def _binding(self, binding: Binding, name: str, path: Path) -> None:
        raise NotImplementedError

    def _open(self, annotation: ast.AST | None, path: Path) -> None:
        """Nobody is known who gives the value: its class is read from the annotation, or may be any."""
        known = self.index.classes.get(last_name(annotation), [])
        if not path or any([self._member(cls, path, None) for cls in known]):
            return
        step = path[0]
        if isinstance(step, Called):
            for function in self.index.functions.get(step.name, ()) if not known else ():
                if self._own_class(function):
                    self._enter(function, step, path[1:])
            self._lose(path)
        elif is_attribute(step):
            for binding in self.index.attributes.get(str(step)[1:], ()):
                self._go_through(binding, path[1:], self._frame_of(binding.scope))

    def _defined(self, node: ast.AST, path: Path) -> None:
        if not path:
            return
        step = path[0]
        if isinstance(step, Called) and step.name == "()":
            if isinstance(node, ast.ClassDef):
                self._constructed(node, step, path[1:])
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._enter(node, step, path[1:])
        elif isinstance(node, ast.ClassDef):
            if not self._member(node, path, None):
                self._lose(path)
        else:
            self._lose(path)

    def _imported(self, node: ast.AST, name: str, path: Path) -> None:
        found: list[Binding] = []
        if isinstance(node, ast.ImportFrom):
            original = next((a.name for a in node.names if (a.asname or a.name) == name), name)
            found = classes.exported(self.index, node.module or "", original)
        elif isinstance(node, ast.Import) and path:
            module = next((a.name for a in node.names if (a.asname or a.name.split(".")[0]) == name), name)
            step = path[0]
            if isinstance(step, Called):
                found = classes.exported(self.index, module, step.name)
                path = (Called("()", step.call, step.frame), *path[1:])
            elif is_attribute(step):
                found = classes.exported(self.index, module, str(step)[1:])
                path = path[1:]
        for binding in found:
            if binding.node is not node:
                self._binding(binding, name, path)
        if not found:
            self._lose(path)

    def _constructed(self, cls: ast.ClassDef, called: Called, path: Path) -> None:
        """A part of the object that a class makes in this call."""
        if self._field(classes.fields(self.index, cls), called, path):
            return
        now = self.now
        made = self.index.place(called.call, *span(called.call))
        if now.through and now.through[0].contains(made):
            # Where the object was made is no step on the way of what was put into it later.
            self.now = dataclasses.replace(now, through=now.through[1:])
        if not path or not self._member(cls, path, called):
            self.now = now
            # What its own `__init__` does with the arguments has been read; of any other, all may be kept.
            known = path and classes.methods(self.index, cls, "__init__")
            self._lose(path if known else (called, *path))

    def _field(self, names: list[str], called: Called, path: Path) -> bool:
        """A part of a named tuple or dataclass made in this call."""
        if not names or not path:
            return False
        step = path[0]
        if isinstance(step, int) and -len(names) <= step < len(names):
            step = f".{names[step]}"
        name = step[1:] if isinstance(step, str) else ""
        if name not in names and step != ANY and names:
            return False
        for wanted in [name] if name in names else names:
            for part, rest in passed(called.call, names.index(wanted), wanted, path[1:]):
                self._go(part, rest, called.frame)
        return True

    def _member(self, cls: ast.ClassDef, path: Path, constructor: Called | None) -> bool:
        """An attribute, a method's result or an element of an object of the class; False where it has none such."""
        step, rest = path[0], path[1:]
        receiver = self._receiver(step, constructor)
        if isinstance(step, Called):
            wanted = ("__call__", "forward") if step.name == "()" else (step.name,)
            functions = [f for name in wanted for f in classes.methods(self.index, cls, name)]
            for function in functions:
                self._enter(function, step, rest, receiver)
            if not functions and step.name != "()":
                path = (Called("()", step.call, step.frame), *rest)
                return self._stored(cls, step.name, path, constructor, receiver)
            return bool(functions)
        if not is_attribute(step):
            elements = [(f, rest) for f in classes.methods(self.index, cls, "__getitem__")]
            elements += [(f, (ANY, *rest)) for f in classes.methods(self.index, cls, "__iter__")]
            for function, part in elements:
                self._results(function, self.frame(function, None, None, receiver), part)
            return bool(elements)
        return self._stored(cls, str(step)[1:], rest, constructor, receiver)

    def _stored(self, cls: ast.ClassDef, name: str, rest: Path, constructor: Called | None, receiver: str) -> bool:
        bindings = classes.attribute_bindings(self.index, name, cls)
        for binding in bindings:
            function = self.index.function_of(binding.scope)
            frame = self._frame_of(function)
            if getattr(function, "name", "") == "__init__" and constructor is not None:
                frame = self.frame(function, constructor.call, constructor.frame, receiver)
            elif frame.call is None and receiver:
                frame = self.frame(function, None, None, receiver)
            self._go_through(binding, rest, frame)
        properties = [f for f in classes.methods(self.index, cls, name) if classes.is_property(f)]
        for function in properties:
            self._results(function, self.frame(function, None, None, receiver), rest)
        names = classes.fields(self.index, cls)
        if name in names and constructor is None:
            for call in self.index.calls.get(cls.name, ()):
                for part, path in passed(call, names.index(name), name, rest):
                    self._go(part, path, self._frame_of(self.index.scope[call]), 1)
        return bool(bindings or properties or name in names)

    def _receiver(self, step: object, constructor: Called | None) -> str:
        """The name under which the program keeps the object, to tell two objects of a class apart."""
        made = self.index.parent.get(constructor.call) if constructor else None
        if isinstance(made, ast.Assign):
            return dotted(made.targets[0])
        if isinstance(step, Called) and isinstance(step.call.func, ast.Attribute):
            text = dotted(step.call.func.value)
            if text not in ("self", "cls", ""):
                return text
        return self.now.frame.receiver
