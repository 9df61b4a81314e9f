"""Data flow read from the text: which exported values may have come into an expression."""

from __future__ import annotations

import ast
import textwrap

import pytest

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.values.flow import Flow, Guard


@pytest.fixture(autouse=True)
def loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """What users never see must fail here."""
    monkeypatch.setattr("whygrad.source.values.flow.ODD", ())


class Program:
    """Small files, and places in them by a piece of their text; `|` marks the expression in a longer piece."""

    def __init__(self, text: str, other: str = "") -> None:
        self.texts = {"a.py": textwrap.dedent(text), "b.py": textwrap.dedent(other)}
        self.sources = SourceFiles(self.texts)
        self.flow = Flow(self.sources)

    def place(self, piece: str) -> Place:
        before, wanted, _ = piece.split("|") if "|" in piece else ("", piece, "")
        plain = piece.replace("|", "")
        where = [(file, text.index(plain)) for file, text in self.texts.items() if plain in text]
        assert len(where) == 1 and self.texts[where[0][0]].count(plain) == 1, f"{piece!r} is not in one place only"
        file, start = where[0]
        start += len(before)
        text = self.texts[file]
        ends = [_line_and_column(text, offset) for offset in (start, start + len(wanted))]
        return Place(file, *ends[0], *ends[1], _function(text, ends[0][0]))

    def chain(self, *pieces: str) -> Chain:
        return tuple(self.place(piece) for piece in pieces)

    def feeding(self, target: Chain | str, *exports: Chain | str) -> list[int]:
        return [r.index for r in self.flow.feeding(self._chain(target), [self._chain(e) for e in exports])]

    def feeding_name(self, at: Chain | str, name: str, *exports: Chain | str) -> list[int]:
        found = self.flow.feeding_name(self._chain(at), name, [self._chain(e) for e in exports])
        return [r.index for r in found]

    def through(self, target: str, export: str) -> list[str]:
        [reach] = self.flow.feeding(self.chain(target), [self.chain(export)])
        return [self.sources.segment(place) for place in reach.through]

    def _chain(self, given: Chain | str) -> Chain:
        return self.chain(given) if isinstance(given, str) else given


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1


def _function(text: str, line: int) -> str:
    around = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0)
    ]
    return around[-1].name if around else "<module>"


# Names


def test_an_export_in_the_expression_itself_is_found() -> None:
    p = Program("y = torch.tensor(loss.item())\n")
    assert p.feeding("torch.tensor(loss.item())", "loss.item()") == [0]


def test_a_value_passes_through_assignments_and_they_are_told_in_order() -> None:
    p = Program(
        """
        a = loss.item()
        b = a * 2
        y = torch.tensor(b)
        """
    )
    assert p.feeding("torch.tensor(b)", "loss.item()") == [0]
    assert p.through("torch.tensor(b)", "loss.item()") == ["a = loss.item()", "b = a * 2"]


def test_a_value_that_is_only_printed_reaches_nothing() -> None:
    p = Program(
        """
        total = 0
        for x in batches:
            loss = model(x)
            print(loss.item())
            total = total + 1
        y = torch.tensor(total)
        """
    )
    assert p.feeding("torch.tensor(total)", "loss.item()") == []


def test_another_variable_is_not_confused() -> None:
    p = Program("a = x.item()\nb = z.item()\ny = w * b\n")
    assert p.feeding("w * b", "x.item()", "z.item()") == [1]


def test_an_overwritten_value_does_not_reach() -> None:
    p = Program("a = x.item()\nlog(a)\na = 3.0\ny = w * a\n")
    assert p.feeding("w * a", "x.item()") == []


def test_a_value_overwritten_in_one_branch_only_still_reaches() -> None:
    p = Program("a = x.item()\nif flag:\n    a = 3.0\ny = w * a\n")
    assert p.feeding("w * a", "x.item()") == [0]


def test_an_assignment_after_the_target_counts_only_in_a_loop() -> None:
    straight = Program("a = 0\ny = w * a\na = x.item()\n")
    assert straight.feeding("w * a", "x.item()") == []
    looped = Program("a = 0\nfor x in xs:\n    y = w * a\n    a = x.item()\n")
    assert looped.feeding("w * a", "x.item()") == [0]


def test_a_loop_variable_hides_an_earlier_value_of_its_name() -> None:
    p = Program("v = x.item()\nfor v in range(3):\n    y = w * v\n")
    assert p.feeding("w * v", "x.item()") == []


@pytest.mark.parametrize(
    "binding",
    [
        "a: float = x.item()",
        "a = 0; a += x.item()",
        "a, b = x.item(), 1",
        "a, b = f(x.item())",
        "(a, (b, c)) = g(x.item())",
        "first, *a = 1, 2, x.item()",
        "b = c = a = x.item()",
        "print(a := x.item())",
        "for a in x.item(): pass",
        "with ctx(x.item()) as a: pass",
        "a = []; a.append(x.item())",
        "a = []; a.extend([x.item()])",
        "a = []; a.insert(0, x.item())",
        "a = set(); a.add(x.item())",
        "a = {}; a.update(k=x.item())",
        "a = {}; a.setdefault('k', x.item())",
        "a = deque(); a.appendleft(x.item())",
        "a = io.StringIO(); a.write(x.item())",
        "a = {}; a['k'] = x.item()",
        "a = {}; a['k']['l'] = x.item()",
        "a = {'k': []}; a['k'].append(x.item())",
        "a = Box(); a.field = x.item()",
        "a = Box(); setattr(a, 'field', x.item())",
        "a = np.empty(3); np.exp(x.item(), out=a)",
    ],
)
def test_every_kind_of_binding_is_known(binding: str) -> None:
    p = Program(f"{binding}\ny = torch.tensor(a)\n")
    assert p.feeding("torch.tensor(a)", "x.item()") == [0]


@pytest.mark.parametrize(
    "expression",
    [
        "a[1:]",
        "a[i]",
        "b[a]",
        "[*a]",
        "f'{a:.2f}'",
        "a if flag else 0",
        "0 if a else 1",
        "a or 1",
        "a > 3",
        "-a",
        "(lambda: a)()",
        "(lambda v: v)(a)",
        "[v for v in a]",
        "[v for u in a for v in u]",
        "{k: v for k, v in a.items()}",
        "sum(v for v in a)",
        "sum(map(float, a))",
        "np.mean(np.asarray(a), axis=0)",
        "math.sqrt(a)",
        "a.clip(0, 1).round().astype(int).copy().ravel().squeeze().sum()",
        "b.c().d().e().f().g().h(a)",
        "unknown.method(a)",
        "{'k': a}",
        "(a, 1)[0]",
        "dict(k=a)['k']",
    ],
)
def test_every_kind_of_expression_is_read(expression: str) -> None:
    p = Program(f"a = x.item()\ny = torch.tensor({expression})\n")
    assert p.feeding(f"torch.tensor({expression})", "x.item()") == [0]


@pytest.mark.parametrize(
    "expression", ["len(a)", "a.shape", "(1, a)[0]", "{'k': 1, 'l': a}['k']", "np.zeros_like(a)", "b.a", "b(c=1).a"]
)
def test_what_carries_no_value_is_left_out(expression: str) -> None:
    p = Program(f"a = x.item()\nb = 1\ny = torch.tensor({expression})\n")
    assert p.feeding(f"torch.tensor({expression})", "x.item()") == []


def test_elements_with_constant_keys_are_told_apart() -> None:
    p = Program(
        """
        out = {"loss": u.item(), "name": 1}
        out["acc"] = v.item()
        y = torch.tensor(out["loss"])
        z = torch.tensor(out["acc"])
        w = torch.tensor(out[k])
        """
    )
    exports = ("u.item()", "v.item()")
    assert p.feeding('torch.tensor(out["loss"])', *exports) == [0]
    assert p.feeding('torch.tensor(out["acc"])', *exports) == [1]
    assert sorted(p.feeding("torch.tensor(out[k])", *exports)) == [0, 1]


def test_pairs_in_a_list_are_taken_apart_in_a_loop() -> None:
    p = Program(
        """
        pairs = []
        pairs.append((u.item(), v.item()))
        for i, (a, b) in enumerate(pairs):
            y = w * b
            z = w * i
        """
    )
    assert p.feeding("w * b", "u.item()", "v.item()") == [1]
    assert p.feeding("w * i", "u.item()", "v.item()") == []


def test_zip_keeps_its_sequences_apart() -> None:
    p = Program("us = x.tolist()\nvs = z.tolist()\nfor u, v in zip(us, vs):\n    y = w * v\n")
    assert p.feeding("w * v", "x.tolist()", "z.tolist()") == [1]


def test_a_comprehension_has_its_own_names() -> None:
    p = Program("v = x.item()\nvs = [v for v in z.tolist()]\ny = torch.tensor(vs)\nu = w * v\n")
    assert p.feeding("torch.tensor(vs)", "x.item()", "z.tolist()") == [1]
    assert p.feeding("w * v", "x.item()", "z.tolist()") == [0]


def test_nearest_comes_first_and_of_equals_the_later_line() -> None:
    p = Program("a = x.item()\nb = a + u.item()\nc = v.item()\ny = torch.tensor(b + c)\n")
    assert p.feeding("torch.tensor(b + c)", "x.item()", "u.item()", "v.item()") == [2, 1, 0]


def test_what_lies_before_an_export_is_left_to_the_recorder() -> None:
    p = Program("a = x.item()\nloss = torch.tensor(a)\nb = loss.item()\ny = w * b\n")
    assert p.feeding("w * b", "x.item()", "loss.item()") == [1]
    assert p.feeding("w * b", "x.item()") == [0]


# Scopes


def test_closures_and_globals_are_looked_up() -> None:
    p = Program(
        """
        scale = s.item()

        def outer(x):
            shift = x.item()

            def inner():
                return torch.tensor(shift * scale)

            return inner()
        """
    )
    target = p.chain("return |inner()|", "torch.tensor(shift * scale)")
    assert sorted(p.feeding(target, "s.item()", "x.item()")) == [0, 1]


def test_global_and_nonlocal_bind_outside() -> None:
    p = Program(
        """
        total = 0

        def count(x):
            global total
            total += x.item()

        def outer(z):
            best = 0

            def better():
                nonlocal best
                best = z.item()

            better()
            return w * best

        y = torch.tensor(total)
        """
    )
    assert p.feeding("torch.tensor(total)", "x.item()", "z.item()") == [0]
    assert p.feeding("w * best", "x.item()", "z.item()") == [1]


def test_a_local_name_hides_a_global_one() -> None:
    p = Program("v = x.item()\n\ndef f():\n    v = 1\n    return w * v\n")
    assert p.feeding("w * v", "x.item()") == []


def test_names_of_a_class_body_are_not_seen_in_its_methods() -> None:
    p = Program("class A:\n    v = x.item()\n\n    def f(self):\n        return w * v\n")
    assert p.feeding("w * v", "x.item()") == []


# Calls


def test_an_export_in_a_helper_reaches_through_its_result() -> None:
    p = Program(
        """
        def loss_value(x):
            value = x.mean().item()
            return round(value, 3)

        def main():
            return torch.tensor(loss_value(data))
        """
    )
    export = p.chain("loss_value(data)", "x.mean().item()")
    assert p.feeding("torch.tensor(loss_value(data))", export) == [0]


def test_a_helper_that_only_logs_does_not_feed_its_caller() -> None:
    p = Program(
        """
        def scaled(x):
            print(x.item())
            return 2.0

        y = w * scaled(data)
        """
    )
    assert p.feeding("w * scaled(data)", p.chain("scaled(data)", "x.item()")) == []


def test_a_helper_whose_text_is_missing_is_taken_to_give_back_what_it_exported() -> None:
    p = Program("y = w * scaled(data)\n")
    elsewhere = Place("gone.py", 3, 1, 3, 9, "scaled")
    assert p.feeding("w * scaled(data)", (*p.chain("scaled(data)"), elsewhere)) == [0]


def test_parameters_lead_to_the_caller_on_the_chain() -> None:
    p = Program(
        """
        def scaled(w, factor, shift=0.0, *rest, **named):
            return w * factor

        def main():
            a = x.item()
            b = z.item()
            scaled(p, b, shift=a)
            scaled(p, factor=a)
        """
    )
    exports = ("x.item()", "z.item()")
    assert p.feeding(p.chain("scaled(p, b, shift=a)", "w * factor"), *exports) == [1]
    assert p.feeding(p.chain("scaled(p, factor=a)", "w * factor"), *exports) == [0]


@pytest.mark.parametrize(
    ("signature", "call", "used"),
    [
        ("*values", "f(1, a)", "values[1]"),
        ("**values", "f(k=a)", "values['k']"),
        ("v", "f(*a)", "v"),
        ("v", "f(**a)", "v"),
        ("u, v", "f(1, v=a)", "v"),
        ("u, /, *, v", "f(1, v=a)", "v"),
        ("u", "f(1, 2, a)", "u"),
    ],
)
def test_every_kind_of_argument_is_mapped(signature: str, call: str, used: str) -> None:
    p = Program(f"def f({signature}):\n    return w * {used}\n\na = x.item()\n{call}\n")
    assert p.feeding(p.chain(call, f"w * {used}"), "x.item()") == [0]


def test_a_default_or_another_argument_does_not_count() -> None:
    p = Program("def f(u, v=1):\n    return w * v\n\na = x.item()\nf(a)\n")
    assert p.feeding(p.chain("f(a)", "w * v"), "x.item()") == []


def test_a_module_call_fills_the_parameters_of_forward() -> None:
    p = Program(
        """
        class Net(nn.Module):
            def forward(self, x, weight):
                return x * weight

        class Outer(nn.Module):
            def __init__(self):
                self.net = Net()

            def forward(self, x, weight):
                return self.net(x, weight)

        model = Outer()
        a = u.item()
        b = v.item()
        model(b, a)
        """
    )
    target = p.chain("model(b, a)", "self.net(x, weight)", "|x * weight|")
    assert sorted(p.feeding(target, "u.item()", "v.item()")) == [0, 1]
    assert p.feeding_name(target, "weight", "u.item()", "v.item()") == [0]


def test_a_constructor_fills_the_parameters_of_init() -> None:
    p = Program(
        """
        class Loss:
            def __init__(self, weight, name=""):
                self.weight = torch.tensor(weight)

        Loss(x.item(), name=z.item())
        """
    )
    target = p.chain("Loss(x.item(), name=z.item())", "torch.tensor(weight)")
    assert p.feeding(target, "x.item()", "z.item()") == [0]


def test_imported_functions_are_followed_into_their_file() -> None:
    p = Program(
        """
        from helpers.b import scale as factor
        import b

        y = w * factor(x.item())
        z = w * b.constant(u.item())
        """,
        """
        def scale(v):
            return v * LIMIT

        def constant(v):
            return 1.0

        LIMIT = limit.item()
        """,
    )
    exports = ("x.item()", "u.item()", p.chain("limit.item()"))
    assert sorted(p.feeding("w * factor(x.item())", *exports)) == [0, 2]
    assert p.feeding("w * b.constant(u.item())", *exports) == []


def test_generators_give_what_they_yield() -> None:
    p = Program(
        """
        def values(xs):
            for x in xs:
                print(z.item())
                yield x.item(), 1

        for v, n in values(data):
            y = w * v
            u = w * n
        """
    )
    exports = (p.chain("values(data)", "x.item()"), p.chain("values(data)", "z.item()"))
    assert p.feeding("w * v", *exports) == [0]
    assert p.feeding("w * n", *exports) == []


def test_recursion_ends() -> None:
    p = Program("def f(n, v):\n    return v if n == 0 else f(n - 1, v + x.item())\n\ny = w * f(3, 0)\n")
    assert p.feeding("w * f(3, 0)", "x.item()") == [0]


def test_a_list_filled_by_a_helper_is_known() -> None:
    p = Program(
        """
        def collect(values, x):
            values.append(x.item())

        losses = []
        collect(losses, data)
        y = torch.tensor(losses)
        """
    )
    assert p.feeding("torch.tensor(losses)", p.chain("collect(losses, data)", "x.item()")) == [0]


def test_a_callback_is_followed() -> None:
    p = Program(
        """
        def reward(sample):
            return sample.sum().item()

        def train(reward_function, data):
            r = reward_function(data)
            return w * r

        train(reward, batch)
        """
    )
    target = p.chain("train(reward, batch)", "w * r")
    export = p.chain("train(reward, batch)", "reward_function(data)", "sample.sum().item()")
    assert p.feeding(target, export) == [0]


# Objects


def test_attributes_are_found_in_other_methods() -> None:
    p = Program(
        """
        class Trainer:
            best = start.item()

            def record(self, loss):
                self.last = loss.item()
                self.history.append(z.item())

            def scaled(self):
                return w * self.last

            def all(self):
                return torch.tensor(self.history)

            def worst(self):
                return v * self.best
        """
    )
    exports = ("loss.item()", "z.item()", "start.item()")
    assert p.feeding("w * self.last", *exports) == [0]
    assert p.feeding("torch.tensor(self.history)", *exports) == [1]
    assert p.feeding("v * self.best", *exports) == [2]
    assert p.feeding_name("w * |self.last|", "self.history", *exports) == [1]


def test_the_same_attribute_of_another_class_is_not_confused() -> None:
    p = Program(
        """
        class Logger:
            def log(self, loss):
                self.value = loss.item()

        class Scale:
            def __init__(self):
                self.value = 2.0

            def apply(self, x):
                return x * self.value

        class Derived(Scale):
            def adapt(self, z):
                self.value = z.item()
        """
    )
    assert p.feeding("x * self.value", "loss.item()", "z.item()") == [1]


def test_another_attribute_of_the_same_object_is_not_confused() -> None:
    p = Program("state = make()\nstate.loss = x.item()\ny = w * state.scale\n")
    assert p.feeding("w * state.scale", "x.item()") == []


def test_fields_of_a_dataclass_are_told_apart() -> None:
    p = Program(
        """
        @dataclass
        class Step:
            loss: float
            weight: float = 1.0

            def scaled(self):
                return u * self.weight

        step = Step(x.item(), weight=z.item())
        y = w * step.loss
        v = w * step.scaled()
        """
    )
    assert p.feeding("w * step.loss", "x.item()", "z.item()") == [0]
    assert p.feeding("w * step.scaled()", "x.item()", "z.item()") == [1]
    assert p.feeding("u * self.weight", "x.item()", "z.item()") == [1]


def test_a_property_is_followed() -> None:
    p = Program(
        """
        class Meter:
            def __init__(self):
                self.sum = 0.0
                self.count = 0

            @property
            def average(self):
                return self.sum / self.count

            def update(self, value, n=1):
                self.sum += value * n
                self.count += n

        losses, accuracies = Meter(), Meter()
        losses = Meter()
        accuracies = Meter()
        losses.update(x.item(), 3)
        accuracies.update(z.item())
        y = w * losses.average
        """
    )
    assert p.feeding("w * losses.average", "x.item()", "z.item()") == [0]


def test_a_method_of_a_known_class_is_not_taken_for_that_of_an_array() -> None:
    p = Program(
        """
        class Meter:
            def mean(self):
                return self.value.item()

        arr = np.ones(3)
        y = w * arr.mean()
        """
    )
    assert p.feeding("w * arr.mean()", "self.value.item()") == []


def test_methods_of_bases_are_found_through_super() -> None:
    p = Program(
        """
        class Base:
            def value(self, x):
                return x.item()

        class Derived(Base):
            def value(self, x):
                return super().value(x) + 1

        d = Derived()
        y = w * d.value(data)
        """
    )
    assert p.feeding("w * d.value(data)", "x.item()") == [0]


# Whole programs


def test_a_loss_computed_in_numpy() -> None:
    p = Program(
        """
        def robust_loss(residual):
            r = residual.detach().cpu().numpy()
            lo, hi = np.percentile(r, [5, 95])
            r = r[(r >= lo) & (r <= hi)]
            return torch.from_numpy(np.log(np.cosh(r))).mean()

        loss = robust_loss(y - model(x))
        """
    )
    call = "robust_loss(y - model(x))"
    target = p.chain(call, "torch.from_numpy(np.log(np.cosh(r)))")
    export = p.chain(call, "residual.detach().cpu().numpy()")
    [reach] = p.flow.feeding(target, [export])
    assert [p.sources.segment(place) for place in reach.through] == [
        "r = residual.detach().cpu().numpy()",
        "r = r[(r >= lo) & (r <= hi)]",
    ]
    assert {place.function for place in reach.through} == {"robust_loss"}


def test_a_loss_summed_over_tasks() -> None:
    p = Program(
        """
        TASKS = {"depth": 1.0, "normal": 0.5}

        def step(batch):
            logits = model(batch["image"])
            loss = 0.0
            for task, weight in TASKS.items():
                print(accuracy(logits).item())
                loss = loss + weight * criterion(logits[task], batch[task]).item()
            loss.backward()
        """
    )
    item = "criterion(logits[task], batch[task]).item()"
    assert p.feeding_name("loss.backward()", "loss", "accuracy(logits).item()", item) == [1]


EPISODE = """
    Transition = namedtuple("Transition", ["obs", "action", "reward", "log_prob"])

    class Agent:
        def __init__(self, policy):
            self.policy = policy

        def act(self, obs):
            dist = Categorical(logits=self.policy(obs))
            action = dist.sample()
            return action.item(), dist.log_prob(action).item()

    def main():
        agent = Agent(net)
        trajectory = []
        obs = env.reset()
        while True:
            action, log_prob = agent.act(obs)
            after, reward, done, _ = env.step(action)
            trajectory.append(Transition(obs, action, reward, log_prob))
            if done:
                break
        rewards = [t.reward for t in trajectory]
        returns = torch.tensor(rewards)
        log_probs = torch.tensor([t.log_prob for t in trajectory])
    """


def test_rewards_and_log_probabilities_of_a_trajectory() -> None:
    p = Program(EPISODE)
    act = "agent.act(obs)"
    exports = (p.chain(act, "action.item()"), p.chain(act, "dist.log_prob(action).item()"))
    assert p.feeding("torch.tensor(rewards)", *exports) == [0]
    assert p.feeding("torch.tensor([t.log_prob for t in trajectory])", *exports) == [1]
    places = p.flow.feeding(p.chain("torch.tensor(rewards)"), exports)[0].through
    assert [p.sources.segment(place) for place in places] == [
        "action, log_prob = agent.act(obs)",
        "after, reward, done, _ = env.step(action)",
        "trajectory.append(Transition(obs, action, reward, log_prob))",
        "t in trajectory",
        "rewards = [t.reward for t in trajectory]",
    ]


def test_a_meter_that_keeps_numbers() -> None:
    p = Program(
        """
        class Meter:
            def __init__(self):
                self.values = []

            def update(self, loss):
                self.values.append(loss.item())

            def mean(self):
                return sum(self.values) / len(self.values)

        def main():
            meter = Meter()
            for x in data:
                meter.update(criterion(model(x)))
                print(accuracy(x).item())
            return torch.tensor(meter.mean(), requires_grad=True)
        """
    )
    export = p.chain("meter.update(criterion(model(x)))", "loss.item()")
    assert p.feeding("torch.tensor(meter.mean(), requires_grad=True)", export, "accuracy(x).item()") == [0]


BUFFER = """
    import random

    T = namedtuple("T", "obs reward value")

    class Buffer:
        def __init__(self, size):
            self.size = size
            self.data = []

        def push(self, *args):
            self.data.append(T(*args))

        def sample(self, n):
            return random.sample(self.data, n)

    def discount(rewards, gamma=0.9):
        out, run = [], 0.0
        for r in reversed(rewards):
            run = r + gamma * run
            out.insert(0, run)
        return out

    def main():
        buffer = Buffer(n.item())
        for x, v in zip(xs, values):
            buffer.push(x, x.item(), v.item())
        batch = buffer.sample(3)
        returns = torch.tensor(discount([b.reward for b in batch]))
        baseline = torch.tensor([b.value for b in batch])
        size = torch.tensor(buffer.size)
    """


def test_a_replay_buffer_keeps_its_fields_apart() -> None:
    p = Program(BUFFER)
    exports = ("x.item()", "v.item()", "n.item()")
    assert p.feeding("torch.tensor(discount([b.reward for b in batch]))", *exports) == [0]
    assert p.feeding("torch.tensor([b.value for b in batch])", *exports) == [1]
    assert p.feeding("torch.tensor(buffer.size)", *exports) == [2]
    assert p.through("torch.tensor([b.value for b in batch])", "v.item()") == [
        "self.data.append(T(*args))",
        "batch = buffer.sample(3)",
        "b in batch",
    ]


def test_a_global_list_filled_in_a_function() -> None:
    p = Program(
        """
        LOGS = defaultdict(list)

        def log(name, value):
            LOGS[name].append(value)

        log("loss", loss.item())
        y = torch.tensor(sum(LOGS["loss"]) / len(LOGS["loss"]))
        """
    )
    assert p.feeding('torch.tensor(sum(LOGS["loss"]) / len(LOGS["loss"]))', "loss.item()") == [0]


def test_a_method_is_not_taken_for_a_function_of_its_name() -> None:
    p = Program("d = make(x.item())\ny = w * d.sample(n)\nz = v * d.copy(n)\n")
    assert p.feeding("w * d.sample(n)", "x.item()") == [0]
    assert p.feeding("v * d.copy(n)", "x.item()") == [0]


# Places


def test_columns_are_in_characters() -> None:
    p = Program('note = "größe → 損失"; a = x.item(); s = "ü"; y = w * a\n')
    assert p.feeding("w * a", "x.item()") == [0]
    assert p.through("w * a", "x.item()") == ["a = x.item()"]


def test_a_place_with_a_line_only_means_its_statement() -> None:
    p = Program("a = x.item()\nb = z.item()\ny = w * a\n")

    def line(number: int) -> Chain:
        return (Place("a.py", number, 0, number, 0, "<module>"),)

    assert p.feeding(line(3), line(1), line(2)) == [0]


def test_a_call_known_by_its_line_only_is_followed() -> None:
    p = Program("def f(v):\n    return v.item()\n\na = f(x) + 1\ny = w * a\n")
    export = (Place("a.py", 4, 0, 4, 0, "<module>"), Place("a.py", 2, 0, 2, 0, "f"))
    assert p.feeding("w * a", export) == [0]


def test_a_method_call_broken_over_lines_starts_at_its_name() -> None:
    p = Program("a = (x\n     .mean()\n     .item())\ny = w * a\n")
    assert p.feeding("w * a", ".|item()|)") == [0]


@pytest.mark.parametrize("name", ["<listcomp>", "f.<locals>.<listcomp>"])
def test_frames_of_comprehensions_belong_to_their_function(name: str) -> None:
    p = Program("def f(xs, n):\n    return [torch.tensor(x * n) for x in xs]\n\nf(z.tolist(), k.item())\n")
    place = p.place("torch.tensor(x * n)")
    inner = Place(place.file, place.line, place.column, place.end_line, place.end_column, name)
    target = (*p.chain("f(z.tolist(), k.item())", "[torch.tensor(x * n) for x in xs]"), inner)
    assert sorted(p.feeding(target, "z.tolist()", "k.item()")) == [0, 1]


def test_an_item_is_not_made_of_what_a_comprehension_makes_of_it() -> None:
    p = Program(
        """
        class Data:
            def __getitem__(self, i):
                return torch.tensor(i)

        def step(x):
            return net(x).item()

        losses = [step(x) for x in Data()]
        """
    )
    whole = "[step(x) for x in Data()]"
    assert p.feeding(p.chain(whole, "torch.tensor(i)"), p.chain(f"[|step(x)|{whole[8:]}", "net(x).item()")) == []


def test_what_a_comprehension_goes_through_comes_into_its_items() -> None:
    p = Program("def each(n):\n    yield torch.tensor(n)\n\nall_of_them = [x for x in each(z.item())]\n")
    assert p.feeding(p.chain("[x for x in each(z.item())]", "torch.tensor(n)"), "z.item()") == [0]


def test_storing_into_an_element_reads_the_stored_value() -> None:
    p = Program("a = x.item()\nbuffer[0] = a\nbuffer += a\n")
    assert p.feeding("buffer[0]", "x.item()") == [0]
    assert p.feeding("buffer += a", "x.item()") == [0]


# Oddities


def test_a_thousand_terms_are_no_trouble() -> None:
    terms = " + ".join(f"v{i}" for i in range(999))
    p = Program(f"v0 = x.item()\nv998 = z.item()\ny = torch.tensor({terms})\n")
    assert p.feeding(f"torch.tensor({terms})", "x.item()", "z.item()") == [1, 0]


def test_a_long_chain_of_assignments_is_given_up() -> None:
    lines = [f"v{i + 1} = v{i}" for i in range(60)]
    p = Program("v0 = x.item()\n" + "\n".join(lines) + "\ny = w * v30\nz = u * v60\n")
    assert p.feeding("w * v30", "x.item()") == [0]
    assert p.feeding("u * v60", "x.item()") == []


def test_nothing_odd_raises() -> None:
    p = Program("def broken(:\n", "a = x.item()\n")
    nowhere = (Place("gone.py", 1, 1, 1, 5, "f"),)
    unparsed = (Place("a.py", 1, 1, 1, 4, "<module>"),)
    beyond = (Place("b.py", 90, 7, 90, 9, "<module>"),)
    for chain in (nowhere, unparsed, beyond, ()):
        assert p.feeding(chain, nowhere, unparsed, beyond, ()) == []
        assert p.feeding_name(chain, "a", beyond) == []
    assert p.feeding_name("x.item()", "not a name", "x.item()") == []
    assert p.flow.names_in(nowhere[0]) == []
    assert p.flow.guarded_names(beyond[0]) is None


# Names in an expression, and what a test decides


def test_names_read_in_an_expression() -> None:
    p = Program(
        """
        import torch

        def f(self, x, items):
            k = 1
            y = torch.tensor(meter.mean() + float(x) * self.scale.value + sum(i for i in items) + x[k])
        meter = 1
        """
    )
    place = p.place("|torch.tensor(meter.mean() + float(x) * self.scale.value + sum(i for i in items) + x[k])|")
    assert p.flow.names_in(place) == ["meter", "x", "self.scale.value", "i", "items", "k"]
    assert p.flow.names_in(p.place("self.scale.value")) == ["self.scale.value"]


def guard(p: Program, piece: str) -> Guard:
    found = p.flow.guarded_names(p.place(piece))
    assert found is not None
    return found


def test_names_decided_by_an_if() -> None:
    p = Program(
        """
        if loss.item() > 3:
            a = 1
            self.b[0] = 2
            c.append(3)
            w.mul_(2)
            def inner(): hidden = 1
        elif other:
            d, e = 1, 2
        else:
            f.g = 1
        while not done(x.item()):
            h += 1
        """
    )
    found = guard(p, "loss.item()")
    assert (found.kind, found.body, found.orelse) == ("if", ("a", "self.b", "c", "w"), ("d", "e", "f.g"))
    assert p.sources.segment(found.test) == "loss.item() > 3"
    assert found.place.line == 2 and found.place.end_line == 11
    assert guard(p, "|other|:").body == ("d", "e")
    loop = guard(p, "x.item()")
    assert (loop.kind, loop.body, loop.orelse) == ("while", ("h",), ())
    assert p.flow.guarded_names(p.place("a = |1|")) is None


def test_names_decided_by_a_conditional_expression_and_an_assert() -> None:
    p = Program("y = a if x.item() > 0 else b\nassert z.item() > 0\nvs = [v for v in us if v.item() > 0]\n")
    ternary = guard(p, "x.item()")
    assert (ternary.kind, ternary.body, ternary.orelse) == ("ternary", ("y",), ("y",))
    assert p.sources.segment(ternary.place) == "a if x.item() > 0 else b"
    assert (guard(p, "z.item()").kind, guard(p, "z.item()").body) == ("assert", ())
    assert guard(p, "v.item()").kind == "comprehension"
